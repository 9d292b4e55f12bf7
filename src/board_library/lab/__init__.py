"""The lab for designers: thousands of games between bots, and the report that says what to change."""

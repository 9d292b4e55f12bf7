"""All tables of one server: loaded when somebody asks for one, put away when nobody has looked for a while."""

from __future__ import annotations

import asyncio
import secrets

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from board_library.engine.core import GameSpec
from board_library.engine.errors import BoardLibraryError, UnknownGame
from board_library.engine.record import Timeline
from board_library.games import game
from board_library.server import facts as table_facts
from board_library.server import past as stored_past
from board_library.server import schema
from board_library.server.errors import Conflict, NoSuchTable
from board_library.server.facts import TableFacts, new_code, read_code
from board_library.server.past import Past
from board_library.server.services import Services
from board_library.server.tables import TableRunner

log = structlog.get_logger("board_library.registry")


class Tables:
    """Finds tables by id or code."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._loaded: dict[str, TableRunner] = {}
        self._ids: dict[str, str] = {}
        self._lock = asyncio.Lock()

    def loaded(self) -> list[TableRunner]:
        """The tables in memory."""
        return list(self._loaded.values())

    async def find(self, text: str) -> TableRunner:
        """A room or table by its id or by its code as people write it. Raises :class:`NoSuchTable`."""
        text = text.strip()
        if (known := self._loaded.get(text)) is not None:
            return self._noticed(known)
        code = read_code(text)
        if (known := self._loaded.get(self._ids.get(code, ""))) is not None:
            return self._noticed(known)
        async with self._lock:
            found = await self._services.storage.read(lambda connection: self._read(connection, text, code))
            if found is None:
                raise NoSuchTable(f"no room or table {text[:20]!r}", code=text[:20])
            facts, past = found
            if facts.id not in self._loaded:
                await self._load(facts, past)
            return self._noticed(self._loaded[facts.id])

    async def add(self, facts: TableFacts) -> TableRunner:
        """Store a new room, under a code of its own, and open it."""
        while True:
            try:
                await self._services.storage.write(lambda connection: table_facts.save(connection, facts))
                break
            except Conflict:
                facts.code = new_code()
        runner = TableRunner(self._services, _spec(facts), facts)
        self._keep(runner)
        return runner

    async def drop(self, runner: TableRunner) -> None:
        """Forget a room that everybody has left; its lock is not held."""
        self._forget(runner)
        await runner.close()
        await self._services.storage.write(lambda connection: table_facts.delete(connection, runner.facts.id))

    async def put_away(self) -> int:
        """Unload tables nobody has looked at for long; how many."""
        now, idle = self._services.times.now(), self._services.settings.table_idle
        gone = [
            runner
            for runner in self.loaded()
            if not runner.presence.anybody()
            and not runner.lock.locked()
            and now > runner.presence.last_heard() + idle
            and not runner.turns.busy
        ]
        for runner in gone:
            self._forget(runner)
            await runner.close()
        return len(gone)

    async def close(self) -> None:
        """Put all tables away."""
        for runner in self.loaded():
            await runner.close()
        self._loaded.clear()

    def _noticed(self, runner: TableRunner) -> TableRunner:
        """Whoever asks for a table has it for a while."""
        runner.presence.notice(self._services.times.now())
        return runner

    def _read(self, connection: Connection, text: str, code: str) -> tuple[TableFacts, Past] | None:
        facts = table_facts.load(connection, table=text) or table_facts.load(connection, code=code)
        if facts is None:
            return None
        return facts, stored_past.load(connection, facts, self._services.settings.chat_kept)

    def _keep(self, runner: TableRunner) -> None:
        self._loaded[runner.facts.id] = runner
        self._ids[runner.facts.code] = runner.facts.id

    def _forget(self, runner: TableRunner) -> None:
        self._loaded.pop(runner.facts.id, None)
        self._ids.pop(runner.facts.code, None)

    async def _load(self, facts: TableFacts, past: Past) -> None:
        spec = _spec(facts)
        if facts.status in ("running", "over", "broken") and facts.started is not None:
            reason = "error.rules_version" if spec is None or spec.rules_version != facts.rules_version else None
            if spec is not None and reason is None:
                try:
                    past.timeline = await asyncio.to_thread(Timeline, spec, facts.record(past.entries))
                except Exception as error:  # noqa: BLE001 - rules may raise anything: what was played is kept
                    log.error("table_unreadable", table=facts.id, game=facts.game, error=type(error).__name__)  # noqa: TRY400
                    reason = "error.table_broken"
            if reason is not None and facts.status == "running":
                # Not stored: once the game is mended or the old version is back, the table goes on.
                facts.status, facts.broken = "broken", reason
        runner = TableRunner(self._services, spec, facts, past)
        self._keep(runner)
        runner.turns.follow()

    async def outdated(self) -> list[str]:
        """The ids of running tables whose game is gone or has other rules now: they can only be looked at."""
        c = schema.tables.c
        rows = await self._services.storage.read(
            lambda connection: connection.execute(
                sa.select(c.id, c.game, c.rules_version).where(c.status == "running")
            ).all()
        )
        stopped = []
        for row in rows:
            try:
                current: int | None = game(row.game).rules_version
            except UnknownGame:
                current = None
            if current != row.rules_version:
                log.warning("table_outdated", table=row.id, game=row.game, version=row.rules_version, now=current)
                stopped.append(row.id)
        return stopped


def new_id() -> str:
    """A random id: who does not know it cannot guess it."""
    return secrets.token_hex(8)


def _spec(facts: TableFacts) -> GameSpec | None:
    try:
        return game(facts.game)
    except BoardLibraryError:
        return None

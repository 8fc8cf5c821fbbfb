"""How many questions an installation's models were asked a day: the operator's budget holds over all its runs."""

from datetime import date

import sqlalchemy as sa

from bot.store.tables import model_days


def take_one(connection: sa.Connection, installation_id: int, day: date, most: int) -> bool:
    """Count one more question, unless the day has no room for it; whether there was room."""
    key = (model_days.c.installation_id == installation_id) & (model_days.c.day == day.isoformat())
    counted = connection.execute(
        sa.update(model_days).where(key, model_days.c.questions < most).values(questions=model_days.c.questions + 1)
    )
    if counted.rowcount:
        return True
    there = connection.execute(sa.select(model_days.c.questions).where(key)).scalar()
    if there is not None or most < 1:
        return False
    connection.execute(sa.insert(model_days).values(installation_id=installation_id, day=day.isoformat(), questions=1))
    return True

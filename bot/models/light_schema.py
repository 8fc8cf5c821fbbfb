"""What pydantic is told of a light record; brought in only where pydantic is there."""

from typing import Any

from pydantic_core import core_schema

from bot.models.light_record import LightRecord
from bot.models.struct import REQUIRED, Anew, Field
from bot.models.writing import plain


def schema_of(cls: type[LightRecord], handler: Any) -> Any:
    """A closed object with these fields, checked as a whole afterwards."""
    fields = [
        core_schema.dataclass_field(name, _field(field, handler.generate_schema(field.annotation)), kw_only=True)
        for name, field in cls.record_fields.items()
    ]
    arguments = core_schema.dataclass_args_schema(cls.__name__, fields, extra_behavior="forbid")
    config = core_schema.CoreConfig(title=cls.__name__, extra_fields_behavior="forbid")
    name = f"{cls.__module__}.{cls.__qualname__}:{id(cls)}"
    return core_schema.dataclass_schema(
        cls,
        arguments,
        [*cls.record_fields],
        post_init=True,
        config=config,
        ref=name,
        serialization=core_schema.plain_serializer_function_ser_schema(plain),
    )


def _field(field: Field, inner: Any) -> Any:
    if field.default is REQUIRED:
        return inner
    if isinstance(field.default, Anew):
        return core_schema.with_default_schema(inner, default_factory=field.default.make)
    return core_schema.with_default_schema(inner, default=field.default)

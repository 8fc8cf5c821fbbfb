"""Errors that came through the library are taken by a module that only calls another."""
from google.api_core.exceptions import ResourceExhausted

from service import ask

try:
    print(ask("fail-429"))
except ResourceExhausted:
    print("slow")

"""Handlers of the service's errors stand one behind another."""

import google.generativeai as genai
from google.api_core.exceptions import GoogleAPIError, InvalidArgument, PermissionDenied

genai.configure(api_key="k1")
m = genai.GenerativeModel("m")


def f(t):
    try:
        return m.generate_content(t).text
    except (InvalidArgument, PermissionDenied):
        return "bad"
    except GoogleAPIError:
        return "api"


print([f(t) for t in ("a", "fail-400", "fail-403", "fail-404", "fail-500")])

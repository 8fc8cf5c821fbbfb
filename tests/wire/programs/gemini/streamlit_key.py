"""A page asks for the key and stops without one."""

import os

import google.generativeai as genai
import streamlit as st
from dotenv import load_dotenv

load_dotenv()
key = os.getenv("GOOGLE_API_KEY")
if not key:
    st.error("A key is needed.")
    st.stop()
genai.configure(api_key=key)


@st.cache_resource
def load_model():
    return genai.GenerativeModel("gemini-pro")


def answer(question):
    with st.spinner("Thinking"):
        response = load_model().generate_content(question)
    return response.text


question = st.text_input("Question")
if st.button("Go"):
    st.write(answer(question))
    st.write(answer("Again"))

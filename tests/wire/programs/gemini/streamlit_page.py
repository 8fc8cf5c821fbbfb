"""A chat page keeps its session between two runs."""

import google.generativeai as genai
import streamlit as st

st.set_page_config(page_title="Chat")
st.title("Gemini chat")

api_key = st.secrets["GOOGLE_API_KEY"]
genai.configure(api_key=api_key)
model = genai.GenerativeModel("gemini-1.5-flash")

if "chat" not in st.session_state:
    st.session_state.chat = model.start_chat(history=[])

for message in st.session_state.chat.history:
    with st.chat_message("assistant" if message.role == "model" else message.role):
        st.markdown(message.parts[0].text)

prompt = st.chat_input("Ask me")
if prompt:
    st.chat_message("user")
    response = st.session_state.chat.send_message(prompt)
    with st.chat_message("assistant"):
        st.markdown(response.text)

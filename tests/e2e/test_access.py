"""The page opened as a person opens it: by the printed address, in a browser that knows nothing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from .site import Program


def test_the_printed_address_opens_the_page_and_nothing_else_does(
    browser: Browser, tmp_path: Path
) -> None:
    with Program(tmp_path) as site:
        context = browser.new_context()
        page, said = context.new_page(), list[str]()
        page.on("console", lambda message: said.append(message.text))
        answer = page.goto(f"{site.url}play/klondike/7")
        assert answer
        assert answer.status == 403
        assert page.locator("main.trouble p").first.inner_text().startswith("Cadogan shows plays")
        assert len(said) == 1, said  # the refusal itself, and no icon that is missing
        said.clear()
        page.goto(site.address)
        page.locator(".entry").first.wait_for()
        assert page.url == site.url
        assert not page.evaluate("document.cookie")
        page.goto(f"{site.url}play/klondike/7")
        page.locator(".board .card").first.wait_for()
        assert said == []
        context.close()
    with Program(tmp_path, site.port) as again:  # started again, it knows the browser
        context = browser.new_context()
        site.let_in(context)
        page = context.new_page()
        page.goto(f"{again.url}play/klondike/7")
        page.locator(".board .card").first.wait_for()
        context.close()

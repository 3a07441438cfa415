"""Page on a phone: vibration, the screen, panels, notches and large text."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import KLONDIKE, PHONE, OpenPage

# Record the vibrations, and the locks that the page holds on the screen.
RECORD = """
  window.pulses = [];
  Navigator.prototype.vibrate = (pattern) => pulses.push(pattern) > 0;
  window.locks = [];
  const { request } = WakeLock.prototype;
  WakeLock.prototype.request = async function (kind) {
    const lock = await request.call(this, kind);
    locks.push(lock);
    return lock;
  };
"""
HELD = "() => locks.filter((lock) => !lock.released).length"


def test_a_phone_vibrates_and_stays_on_only_if_wished(open_page: OpenPage) -> None:
    table = open_page(**PHONE)
    page = table.page
    page.context.grant_permissions(["screen-wake-lock"])
    page.add_init_script(RECORD)
    table.goto(KLONDIKE)
    table.step(table.tap, "s")
    assert page.evaluate("[pulses.length, locks.length]") == [0, 0]

    table.open_menu()
    table.tool("Options…").click()
    page.get_by_label("Vibration").check()
    page.get_by_label("Keep the screen on while you play").check()
    table.close_panel()
    page.wait_for_function(f"{HELD} === 1")
    table.step(table.tap, "s")
    page.wait_for_function("() => pulses.length === 1")
    # a refused move, then a page without a play
    table.finger_drag("t3-t5")
    expect(table.toast).to_be_visible()
    assert page.evaluate("pulses") == [[12], [25, 60, 25]]
    table.turn_to("/")
    page.wait_for_function(f"{HELD} === 0")

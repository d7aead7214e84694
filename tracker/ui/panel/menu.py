"""A list of offers under one key each, with the focus. Knows nothing of the screen."""

from __future__ import annotations

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import Text
from tracker.rules.deed import Offer


class Menu:
    """What may be done next. The last place is the button that leaves."""

    def __init__(
        self, campaign: Campaign, offers: tuple[Offer, ...], title: Text | None = None, beat: tuple[Entry, ...] = ()
    ) -> None:
        """Show offers under a title, or under the outcome of a beat."""
        self.campaign = campaign
        self.offers = offers
        self.title = title
        self.beat = beat
        self.notice: Text | None = None
        self.focus = next((n for n, offer in enumerate(offers) if offer.blocked is None), len(offers))

    @property
    def leaves(self) -> bool:
        """The focus is on the button that leaves."""
        return self.focus >= len(self.offers)

    @property
    def focused(self) -> Offer | None:
        """The offer with the focus."""
        return None if self.leaves else self.offers[self.focus]

    def move(self, by: int) -> None:
        """Give the focus to the next place, or to the one before."""
        self.notice = None
        self.focus = (self.focus + by) % (len(self.offers) + 1)

    def of_key(self, key: str) -> Offer | None:
        """Give the offer of a key in either case, and put the focus there."""
        self.notice = None
        for n, offer in enumerate(self.offers):
            if offer.key and offer.key.casefold() == key.casefold():
                self.focus = n
                return offer
        return None

    def refuse(self, why: Text) -> None:
        """Say why it was not done."""
        self.notice = why

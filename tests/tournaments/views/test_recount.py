"""The recount page: both piles by numbers, one pile by its cards."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

SPLIT = {
    "dealer_honours": 4, "dealer_queens": 2, "dealer_knights": 1, "dealer_jacks": 3, "dealer_tricks": 10,
    "other_honours": 3, "other_queens": 2, "other_knights": 3, "other_jacks": 1, "other_tricks": 9,
}  # fmt: skip


def shown(client: Client, **query: object) -> tuple[int, dict]:
    response = client.get("/en/recount/", query)
    return response.status_code, response.context


def test_a_right_split_adds_up_to_72(client: Client):
    status, context = shown(client, **SPLIT)

    # 4·4 + 3·2 + 2·1 + 3 + 10 + 1 and 4·3 + 3·2 + 2·3 + 1 + 9
    assert (status, [result[1:] for result in context["results"]]) == (200, [(38, 2, 0), (34, 0, 2)])


def test_a_side_that_is_left_empty_has_the_rest(client: Client):
    status, context = shown(client, **{name: number for name, number in SPLIT.items() if name.startswith("dealer")})

    assert (status, [points for _, points, _, _ in context["results"]]) == (200, [38, 34])


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        pytest.param(
            {"other_honours": 4},
            ["Kings, XXI, I and the Fool: both sides together have 8, but there are 7."],
            id="an-honour-too-many",
        ),
        pytest.param(
            {"other_tricks": 8}, ["Tricks: both sides together have 18, but there are 19."], id="trick-missing"
        ),
        pytest.param(
            {"dealer_queens": 5},
            [
                "Side that dealt, Queens: 5 cannot be. There are 4.",
                "Queens: both sides together have 7, but there are 4.",
            ],
            id="five-queens",
        ),
        pytest.param(
            {"dealer_jacks": "x"}, ["Type whole numbers: all five of one side, or of both."], id="not-a-number"
        ),
        pytest.param(
            {"dealer_jacks": ""}, ["Type whole numbers: all five of one side, or of both."], id="one-is-empty"
        ),
    ],
)
def test_a_wrong_split_says_what_is_wrong(client: Client, changes: dict, problems: list[str]):
    status, context = shown(client, **{**SPLIT, **changes})

    assert (status, context["problems"]) == (422, problems)


def test_cards_are_counted(client: Client):
    status, context = shown(client, cards="cK t21 n r3, b7")

    assert (status, context["pile"].points, context["pile"].groups) == (200, 14, 2)


@pytest.mark.parametrize(
    ("cards", "problem"),
    [("cK xx", "“xx” is not a card."), ("cK cK", "The card cK stands there twice."), ("", "This field is required.")],
    ids=["unknown", "twice", "empty"],
)
def test_cards_that_cannot_be(client: Client, cards: str, problem: str):
    assert shown(client, cards=cards)[1]["problems"] == [problem]


def test_the_empty_page_asks_for_nothing_yet(client: Client):
    status, context = shown(client)

    assert (status, context["problems"], "results" in context) == (200, [], False)

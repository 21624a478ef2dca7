"""The card game Troccas, as it is played in the Surselva: rules, play, counting, and which results can exist.

This package imports only the standard library. It knows no clock, no file and no site; chance is always an argument.

Glossary: one word, one thing.

    pack            the 78 cards: four suits of 14, 21 trumps, the Fool
    cuppas          cups, a round suit: the ace is the strongest pip
    rosas           coins (roses), a round suit
    bastuns         staves, a long suit: the ten is the strongest pip
    spadas          swords, a long suit
    troccas         the trumps, I to XXI
    bagat           trump I
    mund            trump XXI
    narr            the Fool: plays at any time, wins nothing, stays with its owner's side
    retg            king
    regina          queen
    cavagl          knight
    buob            jack; also the call that asks for it when a king is on the table
    buob sche       the call that does not oblige a queen or knight already played
    honors          honours: four kings, bagat, mund, narr, five points each
    lecra           an empty: a card without points
    scart           the cards the dealer lays away before play; a group of the dealer's side
    scartist        the dealer
    tschintschar    to talk: the consultation after each packet
    cumandar        to order that the deal goes on
    packet          the cards a player gets at once: 6/6/7, 9/10, or 19
    trick           one card from each player
    group           what is counted together: a trick of cards, or the scart
    excess          what a counting card adds to its pile beside the group: value - 1
    deal            one giving of the pack, played out: 72 card points with four players
    deal mode       in how many packets a deal is given: 3, 2 or 1
    seat            a place at the table, numbered anticlockwise
    side            two partners (three with six players)
    party           who scores together: a side, or a single player with three or five
    match           all tricks to one party
    buns, schliats  points above and below the midline of 36
"""

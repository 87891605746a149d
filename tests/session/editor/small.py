"""A small scenario for each game, made from nothing by the edits a player would make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexbench.session.editor.scenario import ScenarioDraft
from hexbench.session.editor.starting import new_scenario
from hexbench.session.game import Catalogue


def iron_tide(catalogue: Catalogue) -> ScenarioDraft:
    """Two German regiments before St. Vith, an American one in it and one to come."""
    draft = new_scenario(catalogue, "iron_tide", "iron_tide", title="Before St. Vith")
    (last,) = next(form for form in draft.forms if form.key == "turns").fields
    draft.set_form(last, "18PM")
    for name, at in (("183", "3046"), ("190", "3146")):
        draft.add("german", at, {"name": name, "division": "62VG", "army": "5PzA"})
    draft.add("allied", "3041", {"name": "424", "division": "106"})
    late = draft.add("allied", "#due/17PM", {"name": "38", "type": "armor", "mobility": "M", "movement": 12})
    assert draft.entry(late)["arrives"] == "17PM"
    return draft


def tigers(catalogue: Catalogue) -> ScenarioDraft:
    """Two divisions against one."""
    draft = new_scenario(catalogue, "tigers", "tigers", title="At the Our")
    home = draft.rules.zones["german_side"]
    rim = [at for at in draft.rules.atlas.labels if at in home]
    front = next((a, b) for a in rim for b in draft.rules.atlas.near[a] if draft.rules.home(b) == "allied")
    draft.add("german", front[0], {"name": "26 VG"})
    draft.add("german", rim[-1], {"name": "2 Pz", "type": "pz", "factor": 6, "omf": 6})
    draft.add("allied", front[1], {"name": "28"})
    draft.add("allied", "#due/2", {"name": "10", "type": "arm", "factor": 5, "omf": 6})
    return draft


def blitzkrieg(catalogue: Catalogue) -> ScenarioDraft:
    """Armor on the road to Bastogne."""
    draft = new_scenario(catalogue, "blitzkrieg", "blitzkrieg", title="Bastogne")
    form = next(form for form in draft.forms if form.key == "victory")
    draft.set_form(form.fields[0], ["bastogne"])
    draft.add("german", "2029", {"name": "2 Pz", "type": "armor", "strength": 8, "mp": 8})
    draft.add("german", "2031", {"name": "26 VG"})
    draft.add("allied", "1830", {"name": "501"})
    draft.add("allied", "#due/3", {"name": "4 Arm", "type": "armor", "strength": 6, "mp": 8})
    return draft


def trumpets(catalogue: Catalogue) -> ScenarioDraft:
    """Two battalions against one, on roads that bring supply."""
    draft = new_scenario(catalogue, "trumpets", "trumpets", title="At the crossroads")
    rules = draft.rules
    on_road = [at for at in rules.atlas.labels if rules.road_at(at)]
    _, supply = draft.zones
    draft.set_zone(supply, "german", [on_road[-1]])
    draft.set_zone(supply, "allied", [on_road[0]])
    west, east = on_road[: len(on_road) // 2], on_road[len(on_road) // 2 :]
    near = next((a, b) for a in west for b in rules.atlas.near[a] if b in east)
    draft.add("allied", near[0], {"name": "1/394"})
    draft.add("german", near[1], {"name": "1/9"})
    draft.add("german", "#due/16AF", {"name": "2/9", "at": on_road[-1]})
    draft.add_entry(draft.roll("objectives"), {"name": "Crossroads", "hex": near[0], "points": 5})
    draft.set_track(draft.tracks[0], "16EV", "Fog")
    draft.set_track(draft.tracks[1], "16AF", 2, "allied")
    return draft


def tide_of_iron(catalogue: Catalogue) -> ScenarioDraft:
    """Two squads against two, for a house."""
    draft = new_scenario(catalogue, "tide_of_iron", "tide_of_iron_noville", title="The house")
    draft.add("american", "J5", {"name": "First"})
    draft.add("american", "J6", {"name": "Second", "figures.regular": 2, "figures.mg": 1})
    draft.add("german", "M5", {"name": "Erste"})
    draft.add("german", "M6", {"name": "Zweite", "specialization": "anti_tank"})
    draft.add_entry(draft.roll("objectives"), {"id": "house", "hex": "K5", "vp_per_round.german": 1})
    return draft


SMALL: Final[dict[str, Callable[[Catalogue], ScenarioDraft]]] = {
    "iron_tide": iron_tide,
    "tide_of_iron": tide_of_iron,
    "tigers": tigers,
    "blitzkrieg": blitzkrieg,
    "trumpets": trumpets,
}
"""Game -> what makes its scenario."""

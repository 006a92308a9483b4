"""The 41 examples of the rulebook (EX) and the vectors derived from the rules (DX), one test each."""

from __future__ import annotations

from tests.alien_frontiers.vectors import EXAMPLES, run


def test_ex1_alien_artifact_example_1():
    """AF-41, AF-42"""
    run("EX-1")


def test_ex2_alien_artifact_example_2():
    """AF-40, AF-42"""
    run("EX-2")


def test_ex3_alien_artifact_example_3():
    """AF-42, AF-43"""
    run("EX-3")


def test_ex4_orbital_market():
    """AF-75, AF-76"""
    run("EX-4")


def test_ex5_lunar_mine():
    """AF-65, AF-66"""
    run("EX-5")


def test_ex6_solar_converter():
    """AF-95"""
    run("EX-6")


def test_ex7_raiders_outpost_example_1():
    """AF-80, AF-81"""
    run("EX-7")


def test_ex8_raiders_outpost_example_2():
    """AF-81, AF-200"""
    run("EX-8")


def test_ex9_territory_control_example_1():
    """AF-112"""
    run("EX-9")


def test_ex10_territory_control_example_2():
    """AF-112, AF-113"""
    run("EX-10")


def test_ex11_asimov_crater():
    """AF-120"""
    run("EX-11")


def test_ex12_bradbury_plateau():
    """AF-122, AF-60"""
    run("EX-12")


def test_ex13_burroughs_desert_example_1():
    """AF-142, AF-114"""
    run("EX-13")


def test_ex14_burroughs_desert_example_2():
    """AF-143, AF-151"""
    run("EX-14")


def test_ex15_burroughs_desert_example_3():
    """AF-144, AF-145"""
    run("EX-15")


def test_ex16_heinlein_plains():
    """AF-124"""
    run("EX-16")


def test_ex17_pohl_foothills_example_1():
    """AF-127, AF-181"""
    run("EX-17")


def test_ex18_pohl_foothills_example_2():
    """AF-127, AF-200"""
    run("EX-18")


def test_ex19_van_vogt_mountains():
    """AF-128"""
    run("EX-19")


def test_ex20_herbert_valley():
    """AF-125, AF-91"""
    run("EX-20")


def test_ex20b_herbert_valley_fourth_ship():
    """AF-125, AF-91"""
    run("EX-20b")


def test_ex21_lem_badlands():
    """AF-126"""
    run("EX-21")


def test_ex22_isolation_field():
    """AF-151, AF-184"""
    run("EX-22")


def test_ex23_positron_field():
    """AF-153"""
    run("EX-23")


def test_ex24_repulsor_field():
    """AF-154, AF-197, AF-207"""
    run("EX-24")


def test_ex25_data_crystal():
    """AF-183, AF-185"""
    run("EX-25")


def test_ex26_temporal_warper_example_1():
    """AF-215"""
    run("EX-26")


def test_ex27_temporal_warper_example_2():
    """AF-216"""
    run("EX-27")


def test_ex28_stasis_beam():
    """AF-213, AF-75"""
    run("EX-28")


def test_ex29_holographic_decoy():
    """AF-190, AF-83"""
    run("EX-29")


def test_ex30_gravity_manipulator():
    """AF-188"""
    run("EX-30")


def test_ex31_orbital_teleporter_example_1():
    """AF-193, AF-194, AF-42"""
    run("EX-31")


def test_ex32_orbital_teleporter_example_2():
    """AF-196, AF-112"""
    run("EX-32")


def test_ex33_plasma_cannon_example_1():
    """AF-200, AF-90"""
    run("EX-33")


def test_ex34_plasma_cannon_example_2():
    """AF-201"""
    run("EX-34")


def test_ex35_plasma_cannon_example_3():
    """AF-202"""
    run("EX-35")


def test_ex36_plasma_cannon_example_4():
    """AF-203"""
    run("EX-36")


def test_ex37_polarity_device_example_1():
    """AF-206"""
    run("EX-37")


def test_ex38_polarity_device_example_2():
    """AF-207"""
    run("EX-38")


def test_ex39_resource_cache():
    """AF-208, AF-211"""
    run("EX-39")


def test_ex40_booster_pod():
    """AF-181, AF-90"""
    run("EX-40")


def test_ex41_mind_control_helmet():
    """AF-220, AF-221, AF-224"""
    run("EX-41")


def test_dx1_must_dock():
    """AF-26, AF-27"""
    run("DX-1")


def test_dx2_maintenance_bay_fallback():
    """AF-27, AF-53"""
    run("DX-2")


def test_dx3_colonist_hub_launch():
    """AF-51, AF-54"""
    run("DX-3")


def test_dx4_asimov_overflow():
    """AF-56, AF-121"""
    run("DX-4")


def test_dx5_asimov_overflow_declined():
    """AF-56"""
    run("DX-5")


def test_dx6_terraforming_needs_a_fourth_ship():
    """AF-101"""
    run("DX-6")


def test_dx7_terraformed_ship_returns():
    """AF-21, AF-102"""
    run("DX-7")


def test_dx8_game_ends_at_once():
    """AF-240"""
    run("DX-8")


def test_dx9_last_colony_leaves_the_hub():
    """AF-57"""
    run("DX-9")


def test_dx10_hand_limit():
    """AF-29"""
    run("DX-10")


def test_dx11_raid_of_resources():
    """AF-83, AF-84"""
    run("DX-11")


def test_dx12_raid_of_a_duplicate_card():
    """AF-85"""
    run("DX-12")


def test_dx13_one_discard_per_turn_never_after_use():
    """AF-162, AF-163"""
    run("DX-13")


def test_dx14_resource_cache_tie():
    """AF-209, AF-210"""
    run("DX-14")


def test_dx15_resource_cache_even_majority():
    """AF-209"""
    run("DX-15")


def test_dx16_tie_breaks():
    """AF-243"""
    run("DX-16")


def test_dx17_moving_a_field():
    """AF-150"""
    run("DX-17")


def test_dx18_booster_pod_discard():
    """AF-182"""
    run("DX-18")


def test_dx19_booster_pod_discard_needs_a_field():
    """AF-182"""
    run("DX-19")


def test_dx20_bay_is_out_of_reach():
    """AF-71, AF-200, AF-202"""
    run("DX-20")


def test_dx21_helmet_limits():
    """AF-222"""
    run("DX-21")


def test_dx22_helmet_cannot_take_from_the_station():
    """AF-222"""
    run("DX-22")


def test_dx23_supply_limit():
    """AF-230"""
    run("DX-23")


def test_dx24_partly_emptied_pair():
    """AF-31"""
    run("DX-24")


def test_dx25_two_pairs_at_the_market():
    """AF-77"""
    run("DX-25")


def test_dx26_crystal_pays_the_pohl_discount():
    """AF-186"""
    run("DX-26")


def test_dx27_crystal_and_burroughs():
    """AF-184"""
    run("DX-27")


def test_dx28_seventh_die():
    """AF-91, AF-140"""
    run("DX-28")


def test_dx29_port_counts():
    """AF-13"""
    run("DX-29")


def test_dx30_port_counts_3_players():
    """AF-13"""
    run("DX-30")


def test_dx31_port_counts_4_players():
    """AF-13"""
    run("DX-31")


def test_dx32_equal_ships_in_several_groups():
    """AF-31, AF-200"""
    run("DX-32")


def test_every_example_is_run_once():
    names = [name.split("_")[1] for name in globals() if name.startswith(("test_ex", "test_dx"))]
    assert sorted(names) == sorted(example.lower().replace("-", "") for example in EXAMPLES)
    assert len(EXAMPLES) == 74


def test_each_test_cites_the_rules_of_its_example():
    tests = {
        n.split("_")[1]: f for n, f in globals().items() if n.startswith(("test_ex", "test_dx"))
    }
    for example in EXAMPLES.values():
        test = tests[example["id"].lower().replace("-", "")]
        assert test.__doc__ == ", ".join(example["rules"])

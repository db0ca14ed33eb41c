"""The report table: what each write does to it."""

from datetime import date

import pytest

from sim.job import Partition
from sim.warehouse import Warehouse
from sim.writes import DeletePartition, Insert, ReplacePartition, Write

TUESDAY, WEDNESDAY = date(2026, 1, 6), date(2026, 1, 7)


def warehouse_after(*writes: Write) -> Warehouse:
    warehouse = Warehouse()
    for write in writes:
        warehouse.apply(write)
    return warehouse


def test_an_empty_report_holds_no_rows_anywhere() -> None:
    warehouse = Warehouse()
    assert warehouse.rows(Partition("orders", TUESDAY)) == 0
    assert warehouse.total == 0
    assert warehouse.picture() == {}


def test_an_insert_adds_to_what_the_day_holds() -> None:
    warehouse = warehouse_after(Insert("orders", WEDNESDAY, 96), Insert("orders", WEDNESDAY, 179))
    assert warehouse.rows(Partition("orders", WEDNESDAY)) == 275


def test_a_replacement_puts_its_rows_in_place_of_what_the_day_holds() -> None:
    warehouse = warehouse_after(Insert("orders", WEDNESDAY, 275), ReplacePartition("orders", WEDNESDAY, 179))
    assert warehouse.rows(Partition("orders", WEDNESDAY)) == 179


def test_a_delete_empties_the_day() -> None:
    warehouse = warehouse_after(Insert("orders", WEDNESDAY, 275), DeletePartition("orders", WEDNESDAY))
    assert warehouse.rows(Partition("orders", WEDNESDAY)) == 0


@pytest.mark.parametrize(
    ("write", "total"),
    [
        (Insert("orders", TUESDAY, 254), 254 + 254 + 179),
        (ReplacePartition("orders", TUESDAY, 100), 100 + 179),
        (DeletePartition("orders", TUESDAY), 179),
        (ReplacePartition("returns", TUESDAY, 5), 254 + 179 + 5),
    ],
)
def test_the_total_is_the_sum_of_all_days_after_any_write(write: Write, total: int) -> None:
    warehouse = warehouse_after(Insert("orders", TUESDAY, 254), Insert("orders", WEDNESDAY, 179), write)
    assert warehouse.total == total == sum(warehouse.picture().values())


def test_a_write_touches_no_other_day_and_no_other_table() -> None:
    warehouse = warehouse_after(
        Insert("orders", TUESDAY, 254),
        Insert("returns", WEDNESDAY, 12),
        ReplacePartition("orders", WEDNESDAY, 179),
        DeletePartition("returns", TUESDAY),
    )
    assert warehouse.rows(Partition("orders", TUESDAY)) == 254
    assert warehouse.rows(Partition("returns", WEDNESDAY)) == 12


def test_a_picture_does_not_change_with_later_writes() -> None:
    warehouse = warehouse_after(Insert("orders", TUESDAY, 254))
    picture = warehouse.picture()
    warehouse.apply(Insert("orders", TUESDAY, 254))
    assert picture == {Partition("orders", TUESDAY): 254}

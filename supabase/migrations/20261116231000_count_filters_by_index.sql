-- A row with its text and card is as long as a page's eighth (values are moved out of a row only when it is longer than two
-- kilobytes), so counting must not read rows: each range, and each make, has all that is filtered by in its index.
drop index public.listed_vehicles_price_idx;
create index listed_vehicles_price_idx on public.listed_vehicles (price, id)
  include (listed_until, year, mileage, fuel_type, transmission);
drop index public.listed_vehicles_year_idx;
create index listed_vehicles_year_idx on public.listed_vehicles (year, id)
  include (listed_until, price, mileage, fuel_type, transmission);
drop index public.listed_vehicles_mileage_idx;
create index listed_vehicles_mileage_idx on public.listed_vehicles (mileage, id)
  include (listed_until, price, year, fuel_type, transmission);
drop index public.listed_vehicles_make_model_idx;
create index listed_vehicles_make_model_idx on public.listed_vehicles (make, model, created_at desc)
  include (listed_until, price, year, mileage, fuel_type, transmission);
-- The newest of a make: from the index in the order shown, however many there are of it.
create index listed_vehicles_make_created_at_idx on public.listed_vehicles (make, created_at desc, id);

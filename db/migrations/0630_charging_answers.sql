-- The first push that ends an order or settles a day, as SHA-256 of its Data, and the answer to it: a repeated push gets the same answer.
alter table charging_order add column end_push_hash text, add column end_push_answer text;
alter table charging_check_order add column push_hash text, add column push_answer text;

-- Devices of a type made at run time may be reached by a driver: their access address, in place of a gateway.
alter table devices_device add column address text;

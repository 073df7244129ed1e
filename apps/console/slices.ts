import type { SliceLoaders } from '@lamplight/console-kit/resource'
import '@lamplight/system/shell'
import '@lamplight/identity/shell'
import '@lamplight/control/shell'
import '@lamplight/devices/shell'
import '@lamplight/lighting/shell'
import '@lamplight/strategies/shell'
import '@lamplight/cabinets/shell'
import '@lamplight/sales/shell'
import '@lamplight/solar/shell'
import '@lamplight/reports/shell'
import '@lamplight/alarms/shell'

/**
 * The console parts of the slices, lowest level first. A `shell` entry is part of the first download:
 * tray items, and parts for pages of other slices.
 */
export const slices: SliceLoaders = {
  system: async () => (await import('@lamplight/system/console')).systemConsole,
  identity: async () => (await import('@lamplight/identity/console')).identityConsole,
  places: async () => (await import('@lamplight/places/console')).placesConsole,
  devices: async () => (await import('@lamplight/devices/console')).devicesConsole,
  control: async () => (await import('@lamplight/control/console')).controlConsole,
  lighting: async () => (await import('@lamplight/lighting/console')).lightingConsole,
  environment: async () => (await import('@lamplight/environment/console')).environmentConsole,
  strategies: async () => (await import('@lamplight/strategies/console')).strategiesConsole,
  linkage: async () => (await import('@lamplight/linkage/console')).linkageConsole,
  media: async () => (await import('@lamplight/media/console')).mediaConsole,
  lora: async () => (await import('@lamplight/lora/console')).loraConsole,
  charging: async () => (await import('@lamplight/charging/console')).chargingConsole,
  iot: async () => (await import('@lamplight/iot/console')).iotConsole,
  products: async () => (await import('@lamplight/products/console')).productsConsole,
  cabinets: async () => (await import('@lamplight/cabinets/console')).cabinetsConsole,
  equipment: async () => (await import('@lamplight/equipment/console')).equipmentConsole,
  alarms: async () => (await import('@lamplight/alarms/console')).alarmsConsole,
  forwarding: async () => (await import('@lamplight/forwarding/console')).forwardingConsole,
  diagnosis: async () => (await import('@lamplight/diagnosis/console')).diagnosisConsole,
  roadcabinets: async () => (await import('@lamplight/roadcabinets/console')).roadcabinetsConsole,
  chirpstack: async () => (await import('@lamplight/chirpstack/console')).chirpstackConsole,
  sales: async () => (await import('@lamplight/sales/console')).salesConsole,
  solar: async () => (await import('@lamplight/solar/console')).solarConsole,
  dashboards: async () => (await import('@lamplight/dashboards/console')).dashboardsConsole,
  reports: async () => (await import('@lamplight/reports/console')).reportsConsole,
}

import { defineDomain } from '@lamplight/kit'

export const chirpstack = defineDomain({
  name: 'chirpstack',
  label: ['ChirpStack', 'ChirpStack'],
  about: ['经ChirpStack接入的LoRaWAN设备', 'LoRaWAN devices behind ChirpStack'],
  level: 6,
  dependsOn: ['places', 'devices', 'control', 'lighting'],
})

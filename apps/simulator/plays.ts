import { cabinetPlays } from '@lamplight/cabinets/play'
import { environmentPlays } from '@lamplight/environment/play'
import { apPlay } from '@lamplight/equipment/play'
import { calibrations, cutOffs, secrets } from '@lamplight/lighting/play'
import { loraPlays } from '@lamplight/lora/play'
import { mediaPlays } from '@lamplight/media/play'
import { solarLampPlay } from '@lamplight/solar/play'
import type { CityOptions } from '@lamplight/virtual-city'

/** Behaviours of device types (`definePlay`), calibrations, secret parameters and values that cut a device off, from the export `./play` of slices. Other types have the default behaviour. */
export const plays: Pick<CityOptions, 'plays' | 'calibrations' | 'secrets' | 'cutOffs'> = {
  plays: [...environmentPlays, ...cabinetPlays, ...mediaPlays, ...loraPlays, solarLampPlay, apPlay],
  calibrations,
  secrets,
  cutOffs,
}

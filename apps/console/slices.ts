import type { ConsoleSlice } from '@lamplight/console-kit'
import { controlConsole } from '@lamplight/control/console'
import { dashboardsConsole } from '@lamplight/dashboards/console'
import { devicesConsole } from '@lamplight/devices/console'
import { environmentConsole } from '@lamplight/environment/console'
import { identityConsole } from '@lamplight/identity/console'
import { lightingConsole } from '@lamplight/lighting/console'
import { placesConsole } from '@lamplight/places/console'
import { reportsConsole } from '@lamplight/reports/console'
import { salesConsole } from '@lamplight/sales/console'
import { strategiesConsole } from '@lamplight/strategies/console'
import { systemConsole } from '@lamplight/system/console'

/** The console parts of the slices, lowest level first. */
export const slices: readonly ConsoleSlice[] = [
  systemConsole,
  identityConsole,
  placesConsole,
  devicesConsole,
  controlConsole,
  lightingConsole,
  environmentConsole,
  strategiesConsole,
  salesConsole,
  dashboardsConsole,
  reportsConsole,
]

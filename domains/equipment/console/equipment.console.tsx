import { Age, defineConsole, hrefOf, Link, menuPage, useT } from '@lamplight/console-kit'
import { type ColumnProps, onConsole } from '@lamplight/console-kit/resource'
import { onDeviceConsole } from '@lamplight/control/console'
import { lazy } from 'react'
import { equipment } from '../domain.ts'
import { aiDevice } from '../model/ai-device.listing.ts'
import { apType } from '../model/ap.device.ts'
import { ap } from '../model/ap.resource.ts'
import { meterData, meterReport } from '../model/meter.listing.ts'
import { childDevices } from '../model/pages.ts'
import { smartPole } from '../model/smart-pole.listing.ts'
import { M } from './equipment.messages.ts'
import { OF_POLES, placePages } from './places.ts'
import { GatewayNumbers, PoleFamilies, PoleName, PoleState } from './smart-pole.tsx'

const ApTraffic = lazy(async () => ({ default: (await import('./ap-traffic.tsx')).ApTraffic }))

const METER_HISTORY = '/visual/equipmentMana/meter/history'
const HistoryLink = ({ row }: { readonly row: { readonly id: string } }) => {
  const t = useT()
  return <Link to={hrefOf({ path: METER_HISTORY, query: { meterId: row.id } })}>{t(M.history)}</Link>
}
const Reported = ({ value }: ColumnProps<typeof meterData, 'reportedAt'>) => <Age at={value} />

export const equipmentConsole = defineConsole({
  domain: equipment,
  pages: [menuPage(childDevices, { load: async () => (await import('./child-device.page.tsx')).ChildDevicePage }), ...placePages],
  resources: [
    onConsole(aiDevice, { empty: M.noAi, emptyElse: M.noAi, refresh: { seconds: 30 } }),
    onConsole(smartPole, {
      empty: M.noPoles,
      refresh: { seconds: 30 },
      fixed: OF_POLES,
      columns: { lampPostName: PoleName, online: PoleState, families: PoleFamilies },
      slots: { listTop: GatewayNumbers },
    }),
    onConsole(meterData, {
      empty: M.noMeters,
      refresh: { seconds: 30 },
      columns: { reportedAt: Reported },
      slots: { rowEnd: { label: M.history, body: HistoryLink } },
    }),
    onConsole(meterReport, { link: METER_HISTORY, refresh: { seconds: 30 } }),
    onDeviceConsole(ap, apType, { slots: { detailTabs: { traffic: { label: M.traffic, body: ApTraffic } } } }),
  ],
})

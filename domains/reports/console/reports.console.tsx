import { defineConsole, menuPage, type Page, useT } from '@lamplight/console-kit'
import { reportPages } from '@lamplight/console-kit/report'
import { alsoAt, FixedParamsContext, loadConsoles, onConsole } from '@lamplight/console-kit/resource'
import type { MenuItem } from '@lamplight/kit'
import { lazy, Suspense } from 'react'
import { reports } from '../domain.ts'
import { adjustment } from '../model/adjustment.resource.ts'
import { bill } from '../model/bill.resource.ts'
import { carbonFactor } from '../model/carbon-factor.resource.ts'
import { month } from '../model/month.resource.ts'
import { MONTHLY, monthly } from '../model/monthly.resource.ts'
import {
  analysedFaults,
  billCheck,
  cityHistory,
  cityOffline,
  cityScan,
  efficiencyReport,
  faultReport,
  historyReport,
  inventoryReport,
  lightingReport,
  monthlyFaults,
  offlineReport,
  statusReport,
} from '../model/pages.ts'
import { OTHER_PLACES } from '../model/places.ts'
import { report } from '../model/report.resource.ts'
import { scanIn } from '../model/scan-in.listing.ts'
import { tariffWords } from '../model/tariff.ts'
import type { MonthlyRow } from './monthly-files.tsx'
import type { ReportRow } from './question.ts'

/** Loads the consoles of all slices, because a report can use any list. */
const RunDialog = lazy(async () => {
  const [module] = await Promise.all([import('./run.dialog.tsx'), loadConsoles()])
  return { default: module.RunDialog }
})
/** Loads the cells only with the list page. */
const cell = (name: 'ContentCell' | 'ColumnsCell') => {
  const Cell = lazy(async () => {
    const [module] = await Promise.all([import('./cells.tsx'), loadConsoles()])
    return { default: module[name] }
  })
  return ({ row }: { readonly row: ReportRow }) => (
    <Suspense>
      <Cell row={row} />
    </Suspense>
  )
}
const MonthlyFiles = lazy(async () => ({ default: (await import('./monthly-files.tsx')).MonthlyFiles }))
const monthlyFiles = ({ row }: { readonly row: MonthlyRow }) => (
  <Suspense>
    <MonthlyFiles row={row} />
  </Suspense>
)
/** The tariff of a month in words; it is stored as the setting has it. */
const TariffCell = ({ value }: { readonly value: string | null }) => {
  const t = useT()
  return tariffWords(value ?? '', t) || '—'
}
/** Parameters of the pages of city lighting (decisions.md A14). */
const CITY = { systemType: '2' } as const
const inSystem = (Shown: Awaited<ReturnType<Page['load']>>) => () => (
  <FixedParamsContext value={CITY}>
    <Shown />
  </FixedParamsContext>
)
type Load = Page['load']
const kept = (entry: MenuItem, load: Load): Page => menuPage(entry, { load, keepAlive: true })
/** A page at its address below the reports, and at one below city lighting with the devices of that system. */
const alsoInCity = (entry: MenuItem, inCity: MenuItem, load: Load): readonly Page[] => [
  kept(entry, load),
  kept(inCity, async () => inSystem(await load())),
]

export const reportsConsole = defineConsole({
  domain: reports,
  pages: [
    ...reportPages(
      async () => (await import('../model/defined-reports.ts')).definedReports,
      {
        report_energy: '/report/energy',
        report_consumption: '/report/powerConsumption',
        report_light_rate: '/report/lightRate',
        report_solar_voltage: '/report/solarVoltageCurrent',
        report_online: '/report/online',
        report_command: '/report/commandResult',
        report_meter: '/report/meter',
        report_env: '/report/env',
        report_trash: '/report/trash',
        report_replace: '/report/replaceDevice',
        report_charge: '/city/statistics/deviceCharge',
      },
      OTHER_PLACES,
    ),
    ...alsoInCity(offlineReport, cityOffline, async () => (await import('./offline.page.tsx')).OfflinePage),
    kept(statusReport, async () => (await import('./device-status.page.tsx')).DeviceStatusPage),
    ...alsoAt({ resource: scanIn.name, label: cityScan.label, permission: cityScan.opens, fixed: CITY, list: cityScan.path }),
    ...alsoInCity(historyReport, cityHistory, async () => (await import('./history.page.tsx')).HistoryPage),
    kept(lightingReport, async () => (await import('./lighting.page.tsx')).LightingPage),
    ...[faultReport, analysedFaults, monthlyFaults].map((entry) => kept(entry, async () => (await import('./fault.page.tsx')).FaultPage)),
    kept(efficiencyReport, async () => (await import('./efficiency.page.tsx')).EfficiencyPage),
    kept(billCheck, async () => (await import('./bill.page.tsx')).BillCheckPage),
    kept(inventoryReport, async () => (await import('./inventory.page.tsx')).InventoryPage),
  ],
  resources: [
    onConsole(bill, { empty: ['还没有账单。点“导入”读入供电公司的账单文件', 'No bills yet. Import a file of the supplier'] }),
    onConsole(monthly, {
      columns: { files: monthlyFiles },
      refresh: { seconds: 60, busy: { state: { in: [MONTHLY.waiting, MONTHLY.running] } } },
      empty: [
        '还没有月报。点“生成月报”，约20秒后可下载',
        'No reports yet. Choose “Make the report”: it can be downloaded after about 20 seconds',
      ],
      emptyRight: 'report_monthly_make',
      emptyElse: [
        '还没有月报。月报由有“生成月报”权限的用户生成，例如操作员或管理员，生成后在此下载',
        'No reports yet. A user with the right "Make the report", such as an operator or administrator, makes them; they are then downloaded here',
      ],
    }),
    onConsole(scanIn, { refresh: { seconds: 60 } }),
    onConsole(month, { columns: { tariff: TariffCell } }),
    onConsole(carbonFactor, {}),
    onConsole(adjustment, {}),
    onConsole(report, {
      find: ['name'],
      empty: [
        '还没有报表。在任一列表（如灯具）中设好条件，点“导出”，再点“保存为报表”',
        'No reports yet. In any list (such as lamps), set the filter, choose Export, then Save as report',
      ],
      columns: { source: cell('ContentCell'), columns: cell('ColumnsCell') },
      actions: { run: RunDialog },
    }),
  ],
})

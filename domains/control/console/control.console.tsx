import { defineConsole, menuPage } from '@lamplight/console-kit'
import { laterPages, onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import { lazy } from 'react'
import { control } from '../domain.ts'
import { approval, batch, OTHER_RECORDS } from '../model/index.ts'
import { deviceParams, paramDrift } from '../model/pages.ts'
import { ISSUED } from '../model/paths.ts'
import { RECORDS } from './records/batch-link.tsx'
import { CommandName, Progress, Sender, TargetName, Took } from './records/list-parts.tsx'
import { useRecordFilters } from './records/record-filters.ts'
import { countsIn } from './records/use-batch.ts'

const approvals = () => import('./command/command-approval.tsx')
const ApprovalsTop = lazy(async () => ({ default: (await approvals()).ApprovalsTop }))
const ApprovalTop = lazy(async () => ({ default: (await approvals()).ApprovalTop }))
const BatchPage = lazy(() => import('./records/batch.page.tsx').then((module) => ({ default: module.BatchPage })))

const BatchNews = lazy(async () => ({ default: (await import('./records/batch-news.tsx')).BatchNews }))

const records: ResourceConsole = onConsole(batch, {
  link: RECORDS,
  was: ['/city/commandRecord/index'],
  find: ['targetText'],
  empty: [
    '还没有下发过指令；在地图、设备列表或分组中选择设备并下发，记录会显示在这里',
    'No commands yet. Select devices on the map, in a list or by group and send one; its record appears here',
  ],
  emptyRight: 'lamp_switch',
  own: true,
  columns: { targetText: TargetName, command: CommandName, ended: Progress, account: Sender, took: Took },
  useFilters: useRecordFilters,
  slots: { listTop: BatchNews },
  live: { topic: 'batches', apply: (row, change) => ({ ...row, ...countsIn(change) }) },
  pages: { list: async () => (await import('./records/records.page.tsx')).recordsPageOf(records), detail: BatchPage },
})

export const controlConsole = defineConsole({
  domain: control,
  pages: [
    ...OTHER_RECORDS.flatMap(({ path, system }) =>
      laterPages({ code: batch.code, link: path, label: batch.label, load: async () => records, only: { system } }),
    ),
    ...laterPages({
      code: batch.code,
      link: ISSUED.path,
      label: ISSUED.label,
      load: async () => (await import('./records/issued.tsx')).issuedCommands,
    }).slice(0, 1),
    menuPage(paramDrift, { load: async () => (await import('./params/drift.page.tsx')).DriftPage }),
    menuPage(deviceParams, { load: async () => (await import('./params/matrix.page.tsx')).MatrixPage }),
  ],
  resources: [
    records,
    onConsole(approval, {
      labels: false,
      state: 'state',
      own: true,
      slots: { listTop: ApprovalsTop, detailTop: ApprovalTop },
      empty: [
        '没有需要审批的指令；涉及设备超过阈值的指令和参数会在这里等待批准',
        'No requests. Commands and parameters to more devices than the limit wait here for approval',
      ],
    }),
  ],
})

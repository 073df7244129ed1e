import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { DeviceCell, TypeCell } from '@lamplight/devices/console'
import { diagnosis } from '../domain.ts'
import { checkConfig } from '../model/check-config.resource.ts'
import { record } from '../model/record.resource.ts'
import { CurveTab } from './curve-tab.tsx'
import { RecordTop } from './record-top.tsx'

export const diagnosisConsole = defineConsole({
  domain: diagnosis,
  pages: [],
  resources: [
    onConsole(record, {
      find: ['sn', 'name'],
      labels: false,
      state: 'status',
      columns: { deviceId: DeviceCell, deviceType: TypeCell },
      // The result of a measurement that was started here appears without a reload.
      refresh: { seconds: 60 },
      empty: [
        '没有发现记录。每天中午后检查前一晚的电表读数；没有电表读数的灯具不作判断',
        'No records. The meter readings of the night are checked each day after noon; lamps without readings are not judged',
      ],
      slots: {
        detailTop: RecordTop,
        detailTabs: { curve: { label: ['夜间曲线', 'Night'], leads: true, body: CurveTab } },
      },
    }),
    onConsole(checkConfig, {
      find: ['name'],
      labels: false,
      empty: ['没有配置时使用默认阈值', 'Without a configuration the initial thresholds apply'],
    }),
  ],
})

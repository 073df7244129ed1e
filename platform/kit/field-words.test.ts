import { expect, test } from 'vitest'
import { labelsOf } from './index.ts'

test('labels of a page come from fields, actions and properties by their names', () => {
  const fields = {
    sn: { kind: 'text', options: { label: ['编号', 'SN'] } },
    note: { kind: 'text', options: { label: ['备注', 'Remark'] } },
  } as const
  expect(labelsOf(fields, 'sn')).toEqual({ sn: ['编号', 'SN'] })
  expect(labelsOf({ close: { label: ['关闭', 'Close'] } } as const, 'close')).toEqual({ close: ['关闭', 'Close'] })
})

import { expect, test } from 'vitest'
import { onlyOnes } from './use-only-places.ts'

test('a new row of a limited user begins with the area and the project of which there is only one', () => {
  expect(onlyOnes({ areaId: ['7'], projectId: ['1', '2'] })).toEqual({ areaId: '7' })
  expect(onlyOnes({ areaId: [], projectId: ['1'] })).toEqual({ projectId: '1' })
})

import { expect, test } from 'vitest'
import { planFields } from './scaffold-fields.ts'

const column = (name: string, type: string) => ({ name, type, nullable: true, hasDefault: false, unique: false, comment: '' })

test('every numeric scale of PostgreSQL gives a field', () => {
  const types = ['numeric(5,2)', 'numeric(3,-2)', 'numeric(10,200)', 'numeric(1000,1000)', 'numeric(2,-1000)']
  const columns = [column('id', 'bigint'), ...types.map((type, at) => column(`value${at}`, type))]
  const { fields } = planFields({ name: 't', comment: '', columns }, 'id', true)
  expect(fields.map(({ kind, options }) => [kind, options.decimals])).toEqual([2, 0, 100, 100, 0].map((decimals) => ['number', decimals]))
  expect(fields[0]?.options).toMatchObject({ min: -999.99, max: 999.99 })
})

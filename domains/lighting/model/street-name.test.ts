import { expect, test } from 'vitest'
import { streetIn, streetName } from './street-name.ts'

test.each([
  ['望江路001', '望江路'],
  ['望江路 12 号灯杆', '望江路'],
  ['灯塔路一巷012', '灯塔路一巷'],
  ['东城区/朝阳路/东侧-3#', null],
  ['朝阳路东侧12号灯', '朝阳路'],
  ['人民大道A12', '人民大道'],
  ['Main St 12', 'Main St'],
  ['12 Main St', 'Main St'],
  ['Plane Tree Road No. 7', 'Plane Tree Road'],
  ['Hauptstraße 4', 'Hauptstraße'],
  ['Calle Mayor 12', 'Calle Mayor'],
  ['P-0001', null],
  ['路灯12', null],
  ['A12', null],
  ['', null],
  [null, null],
])('a post named %s is in street %s', (name, street) => expect(streetIn(name)).toBe(street))

test('street names are normalised: character width, spaces, length', () => {
  expect(streetName('　望江路  南段 ')).toBe('望江路 南段')
  expect(streetName('Ｍａｉｎ St')).toBe('Main St')
  expect(streetName(' ')).toBeNull()
  expect(streetName('路'.repeat(200))).toHaveLength(80)
})

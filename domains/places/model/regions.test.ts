import { expect, test } from 'vitest'
import { area } from './area.resource.ts'
import { DISTRICTS } from './districts.ts'
import { PROVINCES, regionName } from './regions.ts'

const codes = PROVINCES.flatMap(({ code, cities }) => [code, ...cities.map((city) => city.code)])

test('there are thirty-four provinces; every code has six digits, is unique, and is accepted for areas', () => {
  expect(PROVINCES.length).toBe(34)
  expect(codes.length).toBeGreaterThan(360)
  expect(new Set(codes).size).toBe(codes.length)
  const pattern = new RegExp(`^(?:${area.fields.regionCode.options.match.pattern})$`, 'u')
  expect(codes.filter((code) => !pattern.test(code))).toEqual([])
  expect(pattern.test('990000')).toBe(false)
})

test('every city but four has districts; their codes are unique and accepted for areas', () => {
  const cities = PROVINCES.flatMap((province) => province.cities.map(({ code }) => code.slice(0, 4)))
  expect(cities.filter((code) => !DISTRICTS.has(code))).toEqual(['4419', '4420', '4604', '6202'])
  expect([...DISTRICTS.keys()].filter((code) => !cities.includes(code))).toEqual([])
  const districts = [...DISTRICTS.values()].flat().map(({ code }) => code)
  expect(districts.length).toBeGreaterThan(2800)
  expect(new Set(districts).size).toBe(districts.length)
  const pattern = new RegExp(`^(?:${area.fields.regionCode.options.match.pattern})$`, 'u')
  expect(districts.filter((code) => !pattern.test(code) || code.endsWith('00'))).toEqual([])
})

test('every region has names in both languages', () => {
  const wrong = [
    ...PROVINCES.flatMap(({ name, cities }) => [name, ...cities.map((city) => city.name)]),
    ...[...DISTRICTS.values()].flat().map(({ name }) => name),
  ].filter(([zh, en]) => !/^[\u4e00-\u9fff]+$/.test(zh) || !/^[A-ZÜ][A-Za-zÀ-ÿ' ]+$/.test(en))
  expect(wrong).toEqual([])
})

test('the name of a code lists its parents; a district is shown by its code until names are loaded', () => {
  expect([regionName('430100', 'zh'), regionName('430100', 'en'), regionName('430000', 'zh')]).toEqual([
    '湖南 长沙',
    'Hunan Changsha',
    '湖南',
  ])
  expect([regionName('654300', 'en'), regionName('820000', 'en'), regionName('150600', 'en')]).toEqual([
    'Xinjiang Altay',
    'Macao',
    'Inner Mongolia Ordos',
  ])
  expect([regionName('430102', 'zh'), regionName('439001', 'zh'), regionName('990000', 'zh')]).toEqual([
    '湖南 长沙 430102',
    '湖南 439001',
    '990000',
  ])
  expect([regionName('430102', 'zh', DISTRICTS), regionName('430102', 'en', DISTRICTS), regionName('429004', 'zh', DISTRICTS)]).toEqual([
    '湖南 长沙 芙蓉区',
    'Hunan Changsha Furong',
    '湖北 省直辖 仙桃市',
  ])
})

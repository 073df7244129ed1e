import type { Text } from '@lamplight/kit'
import type { RawRecord } from './import-read.handler.ts'

/** One lamp as the file means it. `key` is its identity in the file: the same lamp keeps it from run to run. */
export interface PlannedLamp {
  readonly row: number
  readonly key: string
  readonly number: string
  readonly name: string
  /** WGS-84 degrees. */
  readonly lng: number
  readonly lat: number
  /** W; null where the file does not say. */
  readonly power: number | null
  readonly lampType: string | null
  /** m */
  readonly height: number | null
  readonly cabinet: string | null
  readonly district: string | null
  readonly controllerSn: string | null
}
export interface FailedRow {
  readonly row: number
  readonly reason: Text
  readonly values: Readonly<Record<string, string>>
}
export interface ImportPlan {
  readonly lamps: readonly PlannedLamp[]
  readonly failed: readonly FailedRow[]
  readonly notes: readonly Text[]
}

/** Column names under which inventories write each thing, best first; compared in lower case. */
const COLUMNS = {
  key: ['globalid', 'uuid', 'objectid', 'asset_id', 'assetid', 'fid', 'id', '资产编号', '编号'],
  number: ['facilityid', 'pole_number', 'polenumber', 'ref', 'sn', 'number', '灯杆编号', '灯具编号', '编号', 'objectid', 'id'],
  name: ['name', 'lamp_name', '名称', '灯具名称'],
  power: ['lamp_wattage', 'wattage', 'watts', 'power', '功率', '额定功率'],
  lampType: ['lamp_type', 'lamptype', 'light_source', 'technology', '光源', '光源类型'],
  height: ['pole_height', 'height', '杆高'],
  cabinet: ['controller_id', 'cabinet', 'cabinet_id', 'feeder', 'feederid', '配电箱', '控制箱', '集中控制器'],
  district: ['district', 'area', 'neighbourhood', 'neighborhood', '区域', '片区', '街道'],
  controllerSn: ['controller_sn', 'device_sn', '控制器序列号', '单灯控制器'],
  x: ['lng', 'lon', 'long', 'longitude', 'x', '经度'],
  y: ['lat', 'latitude', 'y', '纬度'],
} as const
type Meaning = keyof typeof COLUMNS

const MERCATOR = 20_037_508.342789244
/** EPSG:3857 metres to WGS-84 degrees. */
export const fromMercator = (x: number, y: number): readonly [number, number] => [
  (x / MERCATOR) * 180,
  (Math.atan(Math.exp((y / MERCATOR) * Math.PI)) * 360) / Math.PI - 90,
]

/** Reads what people write for watts: `286(LED)` is 286 and LED, `250/100` the first of two levels, blank unknown. */
export const readPower = (text: string): { power: number | null; type: string | null; note: Text | null } => {
  if (text === '') return { power: null, type: null, note: null }
  const match = /^(\d+(?:\.\d+)?)\s*(?:w|瓦)?\s*(?:\(\s*([a-z]+)\s*\))?(?:\s*\/\s*(\d+(?:\.\d+)?))?$/i.exec(text)
  const power = match ? Number(match[1]) : Number.NaN
  if (!match || !(power > 0 && power <= 5000))
    return { power: null, type: null, note: [`功率“${text}”无法识别，留空`, `The wattage "${text}" could not be read and stays empty`] }
  const note: Text | null = match[3] ? [`功率“${text}”按 ${power} W 读取`, `The wattage "${text}" was read as ${power} W`] : null
  return { power, type: match[2]?.toUpperCase() ?? null, note }
}

type Get = (meaning: Meaning) => string
const pointOf = (record: RawRecord, get: Get): readonly [number, number] =>
  record.point ?? [get('x') === '' ? Number.NaN : Number(get('x')), get('y') === '' ? Number.NaN : Number(get('y'))]
const isDegrees = ([x, y]: readonly [number, number]): boolean => Math.abs(x) <= 180 && Math.abs(y) <= 90

/** A file is in degrees or in metres as a whole: one wild number in a file of degrees is a fault of its row, not another projection. */
const inMetres = (points: readonly (readonly [number, number])[]): boolean => {
  const finitePoints = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
  return finitePoints.filter((point) => !isDegrees(point)).length > finitePoints.length / 2
}

const placeOf = ([x, y]: readonly [number, number], metres: boolean): readonly [number, number] | Text => {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return ['没有坐标', 'It has no coordinates']
  const [lng, lat] = metres ? fromMercator(x, y) : [x, y]
  if (Math.abs(lng) > 180 || Math.abs(lat) > 85.06) return [`坐标超出范围: ${x}, ${y}`, `The coordinates are outside the world: ${x}, ${y}`]
  return lng === 0 && lat === 0 ? ['坐标为 0, 0', 'The coordinates are 0, 0'] : [lng, lat]
}

const getter =
  (record: RawRecord): Get =>
  (meaning) => {
    for (const name of COLUMNS[meaning]) {
      const value = record.values[name]
      if (value !== undefined && value !== '') return value
    }
    return ''
  }

const finite = (text: string): number | null => {
  const value = Number.parseFloat(text)
  return Number.isFinite(value) && value > 0 && value < 100 ? value : null
}

/** What a file means: lamps with identity, place and power; rows that cannot be lamps, with their reason; what was read with judgement, as notes. */
export const planImport = (records: readonly RawRecord[]): ImportPlan => {
  const lamps: PlannedLamp[] = []
  const failed: FailedRow[] = []
  const notes = new Map<string, Text>()
  const seen = new Set<string>()
  const metres = inMetres(records.map((record) => pointOf(record, getter(record))))
  for (const record of records) {
    const get = getter(record)
    const fail = (reason: Text): void => {
      failed.push({ row: record.row, reason, values: record.values })
    }
    const place = placeOf(pointOf(record, get), metres)
    if (typeof place[0] === 'string') {
      fail(place as Text)
      continue
    }
    const [lng, lat] = place as readonly [number, number]
    const key = get('key') || `${lng.toFixed(6)},${lat.toFixed(6)}`
    if (key.length > 120) {
      fail(['标识超过120个字符', 'Its identity has more than 120 characters'])
      continue
    }
    if (seen.has(key)) {
      fail([`标识重复: ${key}`, `Its identity stands twice: ${key}`])
      continue
    }
    seen.add(key)
    const { power, type, note } = readPower(get('power'))
    if (note) notes.set(note[0], note)
    const number = (get('number') || get('key') || key).slice(0, 60)
    lamps.push({
      row: record.row,
      key,
      number,
      lng,
      lat,
      power,
      name: (get('name') || number).slice(0, 80),
      lampType: (get('lampType') || type || '').toUpperCase().slice(0, 20) || null,
      height: finite(get('height')),
      cabinet: get('cabinet').slice(0, 60) || null,
      district: get('district').slice(0, 60) || null,
      controllerSn: /^[A-Za-z0-9_-]{1,40}$/.test(get('controllerSn')) ? get('controllerSn') : null,
    })
  }
  return { lamps, failed, notes: [...notes.values()].slice(0, 100) }
}

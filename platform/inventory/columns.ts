import { createHash } from 'node:crypto'
import type { Text } from '@lamplight/kit'
import { type Column, type ColumnType, type Guess, MEANINGS, type Meaning, type RawRow } from './model.ts'
import { readAngle, readPair } from './place.ts'
import { isLampType, tidy } from './words.ts'

/** Names under which inventories write each thing, best first, without case, spaces, signs and unit. */
const NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  key: [
    'globalid',
    'uuid',
    'guid',
    'objectid',
    'assetid',
    'assetnumber',
    'fid',
    '@id',
    'id',
    '资产编号',
    '资产编码',
    '唯一标识',
    '编号',
    '编码',
  ],
  number: [
    'facilityid',
    'lampid',
    'lampnumber',
    'lampno',
    'lampsn',
    'luminaireid',
    'fixtureid',
    '灯具编号',
    '路灯编号',
    '灯号',
    '单灯编号',
    '设备编号',
    '编号',
    '编码',
    'ref',
    'sn',
    'number',
    'code',
    'polenumber',
    'poleid',
    'poleno',
    '灯杆编号',
    '灯杆号',
    '杆号',
    'objectid',
    'id',
    '序号',
  ],
  name: ['name', 'lampname', 'title', '名称', '灯具名称', '路灯名称', '设备名称', '灯名'],
  lng: [
    'lng',
    'lon',
    'long',
    'longitude',
    'gpslng',
    'gpslon',
    'x',
    'xcoord',
    'xcoordinate',
    'coordx',
    'pointx',
    '经度',
    'x坐标',
    '东经',
    'easting',
    '东坐标',
  ],
  lat: ['lat', 'latitude', 'gpslat', 'y', 'ycoord', 'ycoordinate', 'coordy', 'pointy', '纬度', 'y坐标', '北纬', 'northing', '北坐标'],
  place: [
    'wkt',
    'thegeom',
    'geom',
    'geometry',
    'shape',
    'point',
    'location',
    'latlng',
    'latlong',
    'latlon',
    'lnglat',
    'coordinates',
    'coordinate',
    'coords',
    'geopoint',
    'gps',
    '坐标',
    '经纬度',
    '位置坐标',
    '地理坐标',
    'gps坐标',
    '位置',
  ],
  post: ['poleid', 'polenumber', 'poleno', 'postid', 'postnumber', 'supportid', '灯杆编号', '灯杆号', '杆号', '杆编号', '灯杆'],
  power: [
    'lampwattage',
    'wattage',
    'watts',
    'watt',
    'power',
    'nominalpower',
    'ratedpower',
    'lamppower',
    'light:wattage',
    '功率',
    '额定功率',
    '灯具功率',
    '光源功率',
    '瓦数',
    '总功率',
  ],
  lampType: [
    'light:method',
    'lamptype',
    'lightsource',
    'lightsourcetype',
    'sourcetype',
    'technology',
    'bulbtype',
    '光源',
    '光源类型',
    '灯具类型',
    '灯源',
    '光源种类',
  ],
  height: ['poleheight', 'postheight', 'height', 'mountingheight', 'lampheight', '杆高', '灯杆高度', '高度', '安装高度'],
  cabinet: [
    'controllerid',
    'cabinet',
    'cabinetid',
    'cabinetno',
    'feeder',
    'feederid',
    'feederpillar',
    'switchboard',
    'servicepoint',
    '配电箱',
    '控制箱',
    '集中控制器',
    '控制柜',
    '配电柜',
    '箱变',
    '变压器',
    '控制箱编号',
    '配电箱编号',
    '电源点',
    '集控器',
  ],
  district: [
    'district',
    'area',
    'neighbourhood',
    'neighborhood',
    'zone',
    'suburb',
    'ward',
    'addr:district',
    'addr:suburb',
    '区域',
    '区',
    '片区',
    '辖区',
    '行政区',
    '所属区域',
    '街道',
    '街道办',
    '区县',
    '标段',
  ],
  street: [
    'street',
    'streetname',
    'road',
    'roadname',
    'onstreet',
    'addr:street',
    '道路名称',
    '道路',
    '路名',
    '所在道路',
    '所属道路',
    '街道名称',
    '路段名称',
    '路段',
    'calle',
    'nombrecalle',
    'nombrevia',
    'rue',
    'nomrue',
    'nomvoie',
    'strasse',
    'straße',
    'strassenname',
    '도로명',
    '道路名',
  ],
  controllerSn: [
    'controllersn',
    'devicesn',
    'nodeid',
    'controllerserial',
    '控制器序列号',
    '单灯控制器',
    '控制器编号',
    '终端编号',
    '单灯控制器编号',
  ],
}
/** What a longer name must hold to be taken for the thing, with less confidence. */
const PARTS: Readonly<Partial<Record<Meaning, RegExp>>> = {
  lng: /longitude|经度/,
  lat: /latitude|纬度/,
  place: /经纬度|latlon|lonlat|lnglat|wkt/,
  power: /wattage|功率|瓦数/,
  lampType: /light ?source|lamp ?type|光源/,
  height: /(?:pole|post|mounting) ?height|杆高/,
  cabinet: /配电箱|控制箱|控制柜|集中控制器|箱变/,
  district: /district|辖区|片区|行政区/,
  street: /street ?name|road ?name|道路名/,
  post: /(?:pole|post) ?(?:id|number|no)\b|灯杆(?:编)?号/,
}

/** Without case, spaces and signs, and without the unit in brackets behind. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([【{].*?[)\]】}]\s*$/, '')
    .replace(/[\s_-]+(?:ft|feet|m|met(?:re|er)s?|k?w|watts?)$/, '')
    .replace(/[\s_\-./\\#*]+/g, '')

/** How well a name tells a meaning: 0 not at all; the place in the list breaks ties. */
const rankOf = (meaning: Meaning, name: string): number => {
  const plain = plainName(name)
  const at = NAMES[meaning].indexOf(plain)
  if (at >= 0) return 1 - at / 1000
  return PARTS[meaning]?.test(name.toLowerCase()) ? 0.6 : 0
}
/** How many meanings the names of a row tell: what makes a header. */
export const meaningsIn = (names: readonly string[]): number =>
  MEANINGS.filter((meaning) => names.some((name) => name !== '' && rankOf(meaning, name) > 0)).length

const NUMERIC = /^[+-]?(?:\d+(?:[.,]\d+)?|\.\d+)(?:e[+-]?\d+)?$/i
const DATE = /^\d{4}[-/年]\d{1,2}[-/月]\d{1,2}|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/
const FLAG = /^(?:yes|no|true|false|y|n|是|否|有|无)$/i
export const isNumeric = (text: string): boolean => NUMERIC.test(text)

const typeOf = (values: readonly string[]): ColumnType => {
  if (values.length === 0) return 'empty'
  const share = (test: (text: string) => boolean): number => values.filter(test).length / values.length
  if (share(isNumeric) > 0.95) return 'number'
  if (share((text) => DATE.test(text)) > 0.9) return 'date'
  return share((text) => FLAG.test(text)) > 0.95 ? 'flag' : 'text'
}

/** What the columns hold in the rows that were looked at. */
export const describeColumns = (names: readonly string[], rows: readonly RawRow[]): readonly Column[] =>
  names.map((name, at) => {
    const values = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '')
    return {
      name,
      type: typeOf(values),
      filled: rows.length === 0 ? 0 : values.length / rows.length,
      samples: [...new Set(values.slice(0, 2000))].slice(0, 5).map((text) => text.slice(0, 200)),
    }
  })

/** What columns are called decides how they are read: files with the same names, in any order, share a mapping. */
export const signatureOf = (columns: readonly { readonly name: string }[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ name }) => plainName(name)).sort()))
    .digest('hex')
    .slice(0, 32)

type Found = { readonly columns: Partial<Record<Meaning, readonly string[]>>; readonly guesses: Guess[] }
const BY_NAME: Text = ['列名', 'By its name']
const BY_LOOK: Text = ['按内容判断', 'By what it holds']

/** Meanings of which later columns fill the gaps of the first. */
const WITH_SECOND: ReadonlySet<Meaning> = new Set(['key', 'power', 'lampType', 'cabinet', 'district'])

type Look = (text: string) => boolean
const share = (rows: readonly RawRow[], at: number, look: Look): number => {
  const values = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '')
  return values.length < 3 ? 0 : values.filter(look).length / values.length
}
const held = (rows: readonly RawRow[], at: number, look: Look | undefined): boolean => {
  if (!look) return true
  const values = rows.map(({ cells }) => cells[at] ?? '').filter((text) => text !== '')
  return values.filter(look).length * 2 >= values.length
}

/** What a column of that meaning must mostly hold, whatever it is called: a location may be an address. */
const HOLDS: Readonly<Partial<Record<Meaning, Look>>> = {
  lng: (text) => readAngle(text) !== null,
  lat: (text) => readAngle(text) !== null,
  place: (text) => !isNumeric(text) && readPair(text) !== null,
  power: (text) => /\d/.test(text),
  height: (text) => /^\d/.test(text),
}

const byName = (columns: readonly Column[], rows: readonly RawRow[]): Found => {
  const found: Found = { columns: {}, guesses: [] }
  for (const meaning of MEANINGS) {
    const ranked = columns
      .map(({ name, type }, at) => ({ name, at, rank: type === 'empty' ? 0 : rankOf(meaning, name) }))
      .filter(({ at, rank }) => rank > 0 && held(rows, at, HOLDS[meaning]))
      .sort((one, other) => other.rank - one.rank)
    const best = ranked[0]
    if (!best) continue
    found.columns[meaning] = WITH_SECOND.has(meaning) ? ranked.map(({ name }) => name) : [best.name]
    found.guesses.push({ about: meaning, column: best.name, confidence: best.rank > 0.9 ? 0.95 : 0.6, reason: BY_NAME })
  }
  return found
}

const within =
  (limit: number): Look =>
  (text) => {
    const angle = readAngle(text)
    return angle !== null && Math.abs(angle.value) <= limit && (angle.minutes || /[.,]\d{3,}/.test(text))
  }
const WATTS = /^\d{2,4}\s*(?:w|瓦)(?:\s|$)/i

/** Meanings that no name told, by what the columns hold. */
const byLook = (found: Found, columns: readonly Column[], rows: readonly RawRow[], points: boolean): void => {
  const free = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ name }) => !Object.values(found.columns).some((taken) => taken.includes(name)))
  const take = (meaning: Meaning, look: Look, least: number): void => {
    if (found.columns[meaning]) return
    const at = free.findIndex((column) => share(rows, column.at, look) >= least)
    const [column] = at < 0 ? [] : free.splice(at, 1)
    if (!column) return
    found.columns[meaning] = [column.name]
    found.guesses.push({ about: meaning, column: column.name, confidence: 0.5, reason: BY_LOOK })
  }
  if (!points && !found.columns.place && !(found.columns.lng && found.columns.lat)) {
    take('place', (text) => readPair(text) !== null && !isNumeric(text), 0.8)
    if (!found.columns.place) {
      const pair = free.filter((column) => share(rows, column.at, within(180)) >= 0.9)
      const [one, other] = pair
      if (!found.columns.lng && !found.columns.lat && one && other) {
        // What goes beyond 90 is a longitude; else the first of the two is taken for it, as most tables have it.
        const swapped = share(rows, other.at, within(90)) < share(rows, one.at, within(90))
        const [lng, lat] = swapped ? [other, one] : [one, other]
        for (const [meaning, column] of [
          ['lng', lng],
          ['lat', lat],
        ] as const) {
          found.columns[meaning] = [column.name]
          found.guesses.push({ about: meaning, column: column.name, confidence: 0.5, reason: BY_LOOK })
        }
      }
    }
  }
  take('power', (text) => WATTS.test(text), 0.7)
  take('lampType', (text) => isLampType(tidy(text)), 0.8)
}

const unique = (rows: readonly RawRow[], at: number): boolean => {
  const values = rows.map(({ cells }) => cells[at] ?? '')
  return values.every((text) => text !== '') && new Set(values).size >= values.length * 0.98
}

/** Which column means what, by name and by look, each with its reason. `points`: the file has places of its own. */
export const guessColumns = (columns: readonly Column[], rows: readonly RawRow[], points: boolean): Found => {
  const found = byName(columns, rows)
  byLook(found, columns, rows, points)
  const number = found.columns.number?.[0]
  const at = columns.findIndex(({ name }) => name === number)
  // A number that repeats is a fault of its row; only post numbers repeat by right.
  if (!found.columns.key && number && (!found.columns.post?.includes(number) || unique(rows, at))) {
    found.columns.key = [number]
    found.guesses.push({
      about: 'key',
      column: number,
      confidence: 0.7,
      reason: ['没有标识列，按编号识别', 'There is no column of keys: lamps are known by their number'],
    })
  }
  if (found.columns.place && found.columns.lng && found.columns.lat) found.columns.place = undefined
  return found
}

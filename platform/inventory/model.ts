import type { Text } from '@lamplight/kit'

/** What a file is, told by its content. */
export type InventoryFormat = 'xlsx' | 'csv' | 'geojson' | 'osm' | 'pbf'
export const FORMAT_LABELS: Readonly<Record<InventoryFormat, Text>> = {
  xlsx: ['Excel 工作簿', 'Excel workbook'],
  csv: ['CSV 文本', 'CSV text'],
  geojson: ['GeoJSON', 'GeoJSON'],
  osm: ['OpenStreetMap XML', 'OpenStreetMap XML'],
  pbf: ['OpenStreetMap PBF', 'OpenStreetMap PBF'],
}

/** What a column can mean, in the order in which a person goes through them. `place` holds both coordinates in one cell. */
export const MEANINGS = [
  'key',
  'number',
  'name',
  'lng',
  'lat',
  'place',
  'post',
  'power',
  'lampType',
  'count',
  'power2',
  'lampType2',
  'power3',
  'lampType3',
  'power4',
  'lampType4',
  'height',
  'cabinet',
  'district',
  'street',
  'controllerSn',
] as const
export type Meaning = (typeof MEANINGS)[number]
/** Of the second to fourth lamp that a row brings. */
export type HeadMeaning = `${'power' | 'lampType'}${2 | 3 | 4}`
const HEAD = /^(power|lampType)([2-4])$/
/** Which lamp of a row a meaning is about: `power3` is the power of the third; null for meanings of the row or its first lamp. */
export const headMeaning = (meaning: Meaning): { readonly of: 'power' | 'lampType'; readonly head: number } | null => {
  const [, of, head] = HEAD.exec(meaning) ?? []
  return of ? { of: of as 'power' | 'lampType', head: Number(head) } : null
}
export const MEANING_LABELS: Readonly<Record<Meaning, Text>> = {
  key: ['来源标识', 'Source key'],
  number: ['灯具编号', 'Lamp number'],
  name: ['名称', 'Name'],
  lng: ['经度（X）', 'Longitude (X)'],
  lat: ['纬度（Y）', 'Latitude (Y)'],
  place: ['坐标（一列）', 'Coordinates (one column)'],
  post: ['灯杆编号', 'Post number'],
  power: ['额定功率', 'Nominal power'],
  lampType: ['光源', 'Light source'],
  count: ['灯头数', 'Lamps on the post'],
  power2: ['第 2 盏功率', 'Power of lamp 2'],
  lampType2: ['第 2 盏光源', 'Light source of lamp 2'],
  power3: ['第 3 盏功率', 'Power of lamp 3'],
  lampType3: ['第 3 盏光源', 'Light source of lamp 3'],
  power4: ['第 4 盏功率', 'Power of lamp 4'],
  lampType4: ['第 4 盏光源', 'Light source of lamp 4'],
  height: ['杆高', 'Post height'],
  cabinet: ['配电箱 / 集中控制器', 'Cabinet'],
  district: ['区域', 'District'],
  street: ['道路', 'Street'],
  controllerSn: ['单灯控制器序列号', 'Lamp controller serial'],
}

/** How places are written: decimal degrees, degrees with minutes (and seconds), Web-Mercator metres (EPSG:3857), or metres of a projection that the file does not name: its rows are refused. */
export const PLACE_FORMS = ['degrees', 'dms', 'mercator', 'projected'] as const
export type PlaceForm = (typeof PLACE_FORMS)[number]
export const PLACE_FORM_LABELS: Readonly<Record<PlaceForm, Text>> = {
  degrees: ['十进制度', 'Decimal degrees'],
  dms: ['度分秒', 'Degrees and minutes'],
  mercator: ['Web 墨卡托（EPSG:3857，米）', 'Web Mercator (EPSG:3857, metres)'],
  projected: ['未知投影（无法读取）', 'Unknown projection (cannot be read)'],
}
/** `point`: the geometry of the file says it; `columns`: two columns; `column`: both in one. */
export type PlaceSource = 'point' | 'columns' | 'column'
export interface PlaceReading {
  readonly source: PlaceSource
  readonly form: PlaceForm
  /** `latLng`: what stands first, or is called longitude, is the latitude. */
  readonly order: 'lngLat' | 'latLng'
}
export type LengthUnit = 'm' | 'ft'
export type PowerUnit = 'W' | 'kW'
/** Encodings of text, by their names in the Encoding Standard. */
export const ENCODINGS = ['utf-8', 'gb18030', 'euc-kr', 'shift_jis', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]
export const ENCODING_LABELS: Readonly<Record<Encoding, Text>> = {
  'utf-8': ['UTF-8', 'UTF-8'],
  gb18030: ['GB 18030 / GBK（简体中文）', 'GB 18030 / GBK (Chinese)'],
  'euc-kr': ['EUC-KR（韩文）', 'EUC-KR (Korean)'],
  shift_jis: ['Shift_JIS（日文）', 'Shift_JIS (Japanese)'],
  'windows-1252': ['Latin-1（西欧）', 'Latin-1 (Western European)'],
  'utf-16le': ['UTF-16 LE', 'UTF-16 LE'],
  'utf-16be': ['UTF-16 BE', 'UTF-16 BE'],
}
/** Rows whose column has one of these values are no lamps: left out, or cabinets that feed lamps. */
export interface RowRule {
  readonly column: string
  readonly values: readonly string[]
  readonly as: 'skip' | 'cabinet'
}
export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

/** How the columns of a file come about: when it changes, inspect again. */
export interface Reading {
  /** Of text; null in other files. */
  readonly encoding: Encoding | null
  /** CSV only. */
  readonly separator: Separator | null
  /** Name of the sheet; null where there are none. */
  readonly sheet: string | null
  /** Row of the names, from 1; 0: the file has none and its columns are called by number; null in files whose values carry their names. */
  readonly headerRow: number | null
}
/** What the columns mean: plain JSON that a person may correct, kept under the signature of the columns and applied again. */
export interface Mapping extends Reading {
  /** Columns by name, the first that is filled counts; none: not there. */
  readonly columns: Readonly<Partial<Record<Meaning, readonly string[]>>>
  readonly place: PlaceReading
  /** Of heights without a unit of their own. */
  readonly lengthUnit: LengthUnit
  /** Of powers without a unit of their own; W where it is left out. */
  readonly powerUnit?: PowerUnit
  /** Rows that are no lamps; the first rule that fits counts. */
  readonly rules?: readonly RowRule[]
  /** Light sources by the words of the file: they count before what the product makes of these words. */
  readonly lampTypes?: Readonly<Record<string, string>>
}

export type ColumnType = 'empty' | 'number' | 'text' | 'date' | 'flag'
export interface Column {
  /** As written, made unique; how a mapping calls it. */
  readonly name: string
  readonly type: ColumnType
  /** Share of the rows looked at that say something, 0 to 1. */
  readonly filled: number
  /** The first different values, at most five. */
  readonly samples: readonly string[]
  /** All values with their rows, of a column that has few different ones (at most 30): its rows can be told apart by them. */
  readonly kinds?: readonly { readonly value: string; readonly rows: number }[]
}

/** Why the mapping says what it says. */
export interface Guess {
  readonly about: Meaning | 'placeForm' | 'order' | 'lengthUnit' | 'powerUnit' | 'rules' | 'encoding' | 'separator' | 'sheet' | 'headerRow'
  readonly column: string | null
  /** 0 to 1. */
  readonly confidence: number
  readonly reason: Text
}

/** A line of the file before anything is known of its meaning. */
export interface RawRow {
  /** Line, sheet row or feature number, from 1; of OpenStreetMap the number among the lamps. */
  readonly row: number
  /** In the order of the columns; a cell of a formula begins with `=`. */
  readonly cells: readonly string[]
  /** Of the file's own geometry, as written. */
  readonly point: readonly [x: number, y: number] | null
}

export interface Inspection {
  readonly format: InventoryFormat
  /** Bytes. */
  readonly size: number
  readonly columns: readonly Column[]
  readonly sheets: readonly string[]
  /** Under which the mapping is kept. */
  readonly signature: string
  readonly mapping: Mapping
  readonly guesses: readonly Guess[]
  /** The places lie at sea, or far from all known lamps: a person should look at them; null or left out where nothing is odd. */
  readonly question?: Text | null
  /** `exact` when the file was read to its end; else there are at least so many. */
  readonly rows: { readonly count: number; readonly exact: boolean }
  /** The first rows, at most 20. */
  readonly sample: readonly RawRow[]
  /** Ways with lamps that nobody drew: they can be proposed. Only OpenStreetMap has them. */
  readonly litWays: number
  /** What a person should know before going on. */
  readonly notes: readonly Text[]
}

/** Why a file as a whole cannot be read. */
export interface Refusal {
  readonly refusal: Text
}

/** One lamp as the file means it. */
export interface PlannedLamp {
  readonly row: number
  /** Its identity in the file, at most 120 characters: the same lamp keeps it from run to run. */
  readonly key: string
  /** False when the file has no identity for it: the key is its place, `lng,lat` with six decimals. */
  readonly keyed: boolean
  /** Its number in the file, at most 40 characters, unique in the file; null where the file gives none. */
  readonly number: string | null
  readonly name: string
  /** WGS-84 degrees. */
  readonly lng: number
  readonly lat: number
  /** The post it hangs on: lamps with the same value share one. The same from run to run as long as the rows keep their order. */
  readonly post: string
  /** Number of the post where the file has one. */
  readonly postNumber: string | null
  /** W; null where the file does not say. */
  readonly power: number | null
  /** `LED`, `HPS`, `MH`…; null where the file does not say. */
  readonly lampType: string | null
  /** m */
  readonly height: number | null
  readonly cabinet: string | null
  readonly district: string | null
  /** Name of the street it stands on, where the file has a column for it. */
  readonly street: string | null
  readonly controllerSn: string | null
}
/** A cabinet as a row of the file means it: lamps that name it hang on its gateway. */
export interface PlannedCabinet {
  readonly row: number
  readonly name: string
  /** WGS-84 degrees; null where the file does not say. */
  readonly lng: number | null
  readonly lat: number | null
  readonly district: string | null
}
export interface FailedRow {
  readonly row: number
  /** `duplicate`: what it says came in with another row. */
  readonly kind: 'invalid' | 'duplicate'
  readonly reason: Text
  /** By column name, as written. */
  readonly values: Readonly<Record<string, string>>
  /** WGS-84 where it could be told, so that a map can show it. */
  readonly at: readonly [lng: number, lat: number] | null
}
/** What was read with judgement. */
export interface PlanNote {
  readonly text: Text
  /** How many rows it is about. */
  readonly rows: number
  /** The numbers of the first of them, at most five. */
  readonly at: readonly number[]
}
export interface PlanBatch {
  readonly lamps: readonly PlannedLamp[]
  readonly cabinets: readonly PlannedCabinet[]
  readonly failed: readonly FailedRow[]
}

/** A lamp that a lit way should have: nobody surveyed it, so a person confirms it first. */
export interface Proposal {
  /** `way/123/4`: the fourth along that way. */
  readonly key: string
  readonly way: number
  /** Name of the street; empty where it has none. */
  readonly street: string
  /** Value of `highway`: primary, residential, footway… */
  readonly highway: string
  readonly lng: number
  readonly lat: number
}

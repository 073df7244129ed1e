import type { Text } from '@lamplight/kit'

/** Type of a file, determined by its content. */
export type InventoryFormat = 'xlsx' | 'csv' | 'geojson' | 'osm' | 'pbf'
export const FORMAT_LABELS: Readonly<Record<InventoryFormat, Text>> = {
  xlsx: ['Excel 工作簿', 'Excel workbook'],
  csv: ['CSV 文本', 'CSV text'],
  geojson: ['GeoJSON', 'GeoJSON'],
  osm: ['OpenStreetMap XML', 'OpenStreetMap XML'],
  pbf: ['OpenStreetMap PBF', 'OpenStreetMap PBF'],
}

/** Meanings of columns, in the order of the form. `place` contains both coordinates in one cell. */
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
/** Meanings for the second to fourth lamp of a row. */
export type HeadMeaning = `${'power' | 'lampType'}${2 | 3 | 4}`
const HEAD = /^(power|lampType)([2-4])$/
/** The lamp of a row to which a meaning refers: `power3` is the power of the third; null for meanings of the row or its first lamp. */
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

/**
 * Notations of places: decimal degrees, degrees with minutes (and seconds), Web Mercator metres (EPSG:3857), or metres
 * of another grid. Rows in an unknown grid are refused until a user names it.
 */
export const PLACE_FORMS = ['degrees', 'dms', 'mercator', 'projected'] as const
export type PlaceForm = (typeof PLACE_FORMS)[number]
export const PLACE_FORM_LABELS: Readonly<Record<PlaceForm, Text>> = {
  degrees: ['十进制度', 'Decimal degrees'],
  dms: ['度分秒', 'Degrees and minutes'],
  mercator: ['Web 墨卡托（EPSG:3857，米）', 'Web Mercator (EPSG:3857, metres)'],
  projected: ['其他投影坐标（米）', 'Another grid (metres)'],
}
/** `point`: the geometry of the file; `columns`: two columns; `column`: both coordinates in one column. */
export type PlaceSource = 'point' | 'columns' | 'column'
export interface PlaceReading {
  readonly source: PlaceSource
  readonly form: PlaceForm
  /** `latLng`: the first value, or the one called longitude, is the latitude. */
  readonly order: 'lngLat' | 'latLng'
  /** EPSG number of the grid, for the form `projected`; null or missing: unknown. */
  readonly epsg?: number | null
}
/** A grid that the numbers of a file may use, and the WGS-84 place of the middle of the file in that grid. */
export interface GridChoice {
  readonly epsg: number
  readonly name: string
  readonly order: PlaceReading['order']
  readonly lng: number
  readonly lat: number
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
/** Rows whose column has one of these values are not lamps: they are left out, or are cabinets. */
export interface RowRule {
  readonly column: string
  readonly values: readonly string[]
  readonly as: 'skip' | 'cabinet'
}
export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export const NEARBY = ['refuse', 'keep'] as const
export type Nearby = (typeof NEARBY)[number]

/** Settings for splitting the file into columns: if they change, inspect the file again. */
export interface Reading {
  /** Encoding of text; null for other files. */
  readonly encoding: Encoding | null
  /** CSV only. */
  readonly separator: Separator | null
  /** Name of the sheet; null where there are none. */
  readonly sheet: string | null
  /** Row number of the header, from 1; 0: no header, columns are named by number; null for files whose values carry names. */
  readonly headerRow: number | null
}
/** Meanings of the columns: plain JSON that a user can correct, stored under the signature of the columns and reused. */
export interface Mapping extends Reading {
  /** Column names of each meaning, of which the first non-empty cell counts; missing: no such column. */
  readonly columns: Readonly<Partial<Record<Meaning, readonly string[]>>>
  readonly place: PlaceReading
  /** Unit of heights without a unit of their own. */
  readonly lengthUnit: LengthUnit
  /** Unit of powers without a unit of their own; default W. */
  readonly powerUnit?: PowerUnit
  /** Rules for rows that are not lamps; the first match counts. */
  readonly rules?: readonly RowRule[]
  /** Rows without an identity nearer than 0.5 m to another lamp: refused as repeats (default), or kept as lamps of the same post. */
  readonly nearby?: Nearby
  /** Light sources by the words of the file; they override the built-in names. */
  readonly lampTypes?: Readonly<Record<string, string>>
}

export type ColumnType = 'empty' | 'number' | 'text' | 'date' | 'flag'
export interface Column {
  /** Name as in the file, made unique; mappings use it. */
  readonly name: string
  readonly type: ColumnType
  /** Share of sampled rows with a value, 0 to 1. */
  readonly filled: number
  /** The first distinct values, at most five. */
  readonly samples: readonly string[]
  /** All values with their number of rows, for a column with at most 30 distinct values: they can divide rows into kinds. */
  readonly kinds?: readonly { readonly value: string; readonly rows: number }[]
}

/** The reason for a detected part of the mapping. */
export interface Guess {
  readonly about: Meaning | 'placeForm' | 'order' | 'lengthUnit' | 'powerUnit' | 'rules' | 'encoding' | 'separator' | 'sheet' | 'headerRow'
  readonly column: string | null
  /** 0 to 1. */
  readonly confidence: number
  readonly reason: Text
}

/** A row of the file before its columns have a meaning. */
export interface RawRow {
  /** Line, sheet row or feature number, from 1; for OpenStreetMap the number among the lamps. */
  readonly row: number
  /** In the order of the columns; the cell of a formula begins with `=`. */
  readonly cells: readonly string[]
  /** The file's own geometry, as written. */
  readonly point: readonly [x: number, y: number] | null
}

export interface Inspection {
  readonly format: InventoryFormat
  /** Bytes. */
  readonly size: number
  readonly columns: readonly Column[]
  readonly sheets: readonly string[]
  /** Key under which the mapping is stored. */
  readonly signature: string
  readonly mapping: Mapping
  readonly guesses: readonly Guess[]
  /** Question to the user if the places are at sea or far from all known lamps, their grid is unknown, or rows do not fit the header. */
  readonly question?: Text | null
  /** What `question` is about: rows that do not fit the header, or the grid; null: the places themselves. */
  readonly asks?: 'rows' | 'grid' | null
  /** Grids that the file may use, the likeliest first; empty unless the file has metres and names no grid. */
  readonly grids?: readonly GridChoice[]
  /** `exact`: the file was read to its end; otherwise `count` is a minimum. */
  readonly rows: { readonly count: number; readonly exact: boolean }
  /** The first rows, at most 20. */
  readonly sample: readonly RawRow[]
  /** Number of lit ways without drawn lamps, for which lamps can be proposed. Only in OpenStreetMap files. */
  readonly litWays: number
  /** Notes to the user before the import. */
  readonly notes: readonly Text[]
}

/** Reason why a whole file cannot be read. */
export interface Refusal {
  readonly refusal: Text
}

/** A lamp described by the file. */
export interface PlannedLamp {
  readonly row: number
  /** Its identity in the file, at most 120 characters: the same lamp has it in every run. */
  readonly key: string
  /** False if the file has no identity: the key is then its place, `lng,lat` with six decimals. */
  readonly keyed: boolean
  /** Its number in the file, at most 40 characters, unique in the file; null if the file has none. */
  readonly number: string | null
  readonly name: string
  /** WGS-84 degrees. */
  readonly lng: number
  readonly lat: number
  /** Key of its post: lamps with the same value share a post. The same in every run while the order of the rows stays. */
  readonly post: string
  /** Number of the post, if the file has one. */
  readonly postNumber: string | null
  /** W; null if the file does not contain it. */
  readonly power: number | null
  /** `LED`, `HPS`, `MH`…; null if the file does not contain it. */
  readonly lampType: string | null
  /** m */
  readonly height: number | null
  readonly cabinet: string | null
  readonly district: string | null
  /** Name of its street, if the file has such a column. */
  readonly street: string | null
  readonly controllerSn: string | null
}
/** A cabinet described by a row of the file: lamps that name it belong to its gateway. */
export interface PlannedCabinet {
  readonly row: number
  readonly name: string
  /** WGS-84 degrees; null if the file does not contain it. */
  readonly lng: number | null
  readonly lat: number | null
  readonly district: string | null
}
export interface FailedRow {
  readonly row: number
  /** `duplicate`: another row has the same content. */
  readonly kind: 'invalid' | 'duplicate'
  readonly reason: Text
  /** By column name, as written. */
  readonly values: Readonly<Record<string, string>>
  /** WGS-84 position for the map, if it is known. */
  readonly at: readonly [lng: number, lat: number] | null
}
/** A remark about doubtful values. */
export interface PlanNote {
  readonly text: Text
  /** Number of rows that it concerns. */
  readonly rows: number
  /** Numbers of the first of these rows, at most five. */
  readonly at: readonly number[]
}
export interface PlanBatch {
  readonly lamps: readonly PlannedLamp[]
  readonly cabinets: readonly PlannedCabinet[]
  readonly failed: readonly FailedRow[]
}

/** A lamp proposed along a lit way: it was not surveyed, so a user must confirm it. */
export interface Proposal {
  /** `way/123/4`: the fourth lamp along that way. */
  readonly key: string
  readonly way: number
  /** Name of the street; empty if it has none. */
  readonly street: string
  /** Value of `highway`: primary, residential, footway… */
  readonly highway: string
  readonly lng: number
  readonly lat: number
}

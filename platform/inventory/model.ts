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
  'height',
  'cabinet',
  'district',
  'street',
  'controllerSn',
] as const
export type Meaning = (typeof MEANINGS)[number]
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
export const ENCODINGS = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]
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
}

/** Why the mapping says what it says. */
export interface Guess {
  readonly about: Meaning | 'placeForm' | 'order' | 'lengthUnit' | 'encoding' | 'separator' | 'sheet' | 'headerRow'
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

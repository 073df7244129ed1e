import type { Text } from '@lamplight/kit'

/** Limits of a file; a file beyond one of them is refused. */
export const LIMITS = {
  /** Size of the file, bytes. */
  bytes: 512 * 1024 * 1024,
  rows: 1_000_000,
  columns: 300,
  /** Characters of one CSV line, of one GeoJSON feature, or of XML without an event. */
  record: 1_000_000,
  /** Characters of a quoted CSV record; a quote that stays open longer is read as an ordinary character. */
  quoted: 100_000,
  /** Nesting depth of brackets or elements. */
  depth: 64,
  /** Number of entries of a workbook's archive, and unpacked size of one entry, bytes. */
  entries: 5_000,
  entryBytes: 1024 * 1024 * 1024,
  /** Largest compression ratio of an entry above `bombBytes`. */
  ratio: 200,
  bombBytes: 16 * 1024 * 1024,
  /** Number and characters of a workbook's shared texts. */
  sharedCount: 1_500_000,
  sharedChars: 48_000_000,
  /** Unpacked size of an OpenStreetMap PBF block in bytes, and its elements and numbers; usual files have at most 8,000 elements. */
  blockBytes: 16 * 1024 * 1024,
  blockElements: 100_000,
  blockNumbers: 4_000_000,
  /** Number of points of lit ways in memory at a time. */
  wayPoints: 5_000_000,
} as const

/** Thrown if a file, or the rest of it, cannot be read; `text` says why. */
export class UnreadableInventory extends Error {
  readonly text: Text
  constructor(text: Text) {
    super(text[1])
    this.name = 'UnreadableInventory'
    this.text = text
  }
}

const mega = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

export const refusals = {
  empty: ['文件是空的', 'The file is empty'],
  notText: [
    '文件不是可读的清单（支持 XLSX、CSV、GeoJSON、OSM）',
    'The file is not a readable inventory (XLSX, CSV, GeoJSON and OSM are supported)',
  ],
  notEncoded: ['文件不能按所选编码读取，请换一种编码', 'The file cannot be read in this encoding: choose another one'],
  tooBig: [`文件超过 ${mega(LIMITS.bytes)}`, `The file has more than ${mega(LIMITS.bytes)}`],
  packed: ['文件是压缩包，请先解压', 'The file is an archive: unpack it first'],
  oldExcel: ['这是旧版 Excel 文件，请另存为 .xlsx', 'This is an old Excel file: save it as .xlsx'],
  otherXml: ['文件是 XML，但不是 OpenStreetMap', 'The file is XML, but not OpenStreetMap'],
  badXml: ['文件中的 XML 不完整或有错误', 'The XML in the file is incomplete or has errors'],
  entities: ['XML 中不允许 DOCTYPE 和实体', 'DOCTYPE and entities are not allowed in the XML'],
  tooDeep: [`嵌套超过 ${LIMITS.depth} 层`, `It is nested deeper than ${LIMITS.depth} levels`],
  longRecord: [`单条记录超过 ${LIMITS.record} 个字符`, `One record has more than ${LIMITS.record} characters`],
  columns: [`列数超过 ${LIMITS.columns}`, `There are more than ${LIMITS.columns} columns`],
  rows: [`行数超过 ${LIMITS.rows}`, `There are more than ${LIMITS.rows} rows`],
  header: ['没有找到表头和列', 'No header with columns was found'],
  badCsv: ['文件不是可读的 CSV', 'The file is not readable as CSV'],
  badGeoJson: ['文件不是完整的 GeoJSON', 'The file is not complete GeoJSON'],
  noFeatures: [
    'JSON 中没有 features 或记录（支持 GeoJSON、Esri JSON、Overpass、CKAN 和记录数组）',
    'The JSON has no features and no records (GeoJSON, Esri JSON, Overpass, CKAN and lists of records are read)',
  ],
  topoJson: ['这是 TopoJSON，请转换为 GeoJSON', 'This is TopoJSON: convert it to GeoJSON'],
  kml: ['这是 KML，请用 QGIS 等软件另存为 GeoJSON', 'This is KML: save it as GeoJSON, for example with QGIS'],
  gml: ['这是 GML，请用 QGIS 等软件另存为 GeoJSON', 'This is GML: save it as GeoJSON, for example with QGIS'],
  gpx: ['这是 GPX，请用 QGIS 等软件另存为 GeoJSON', 'This is GPX: save it as GeoJSON, for example with QGIS'],
  osmChange: [
    '这是 OpenStreetMap 的变更文件（osmChange），请导出完整数据',
    'This is a change file of OpenStreetMap (osmChange): export the complete data',
  ],
  database: ['这是 SQLite 或 GeoPackage，请把其中的图层另存为 GeoJSON', 'This is SQLite or GeoPackage: save its layer as GeoJSON'],
  pdf: ['这是 PDF，请取得原始表格（XLSX 或 CSV）', 'This is a PDF: ask for the table behind it (XLSX or CSV)'],
  shapefile: [
    '压缩包里是 Shapefile，请用 QGIS 等软件另存为 GeoJSON',
    'The archive holds a shapefile: save it as GeoJSON, for example with QGIS',
  ],
  openDocument: ['这是 OpenDocument 表格，请另存为 .xlsx', 'This is an OpenDocument sheet: save it as .xlsx'],
  badZip: ['文件不是完整的 Excel 工作簿', 'The file is not a complete Excel workbook'],
  otherZip: ['压缩包里没有 Excel 工作表', 'There is no Excel sheet in the archive'],
  locked: ['工作簿有密码保护', 'The workbook is protected by a password'],
  bomb: ['工作簿解压后过大', 'The workbook is too large when unpacked'],
  noSheet: ['工作簿中没有该工作表', 'The workbook has no such sheet'],
  badPbf: ['文件不是完整的 OpenStreetMap PBF', 'The file is not complete OpenStreetMap PBF'],
  pbfPacking: ['不支持该 PBF 的压缩方式（支持 zlib）', 'The compression of the PBF is not supported (zlib is)'],
  litWays: ['照明道路过多', 'There are too many lit ways'],
} as const satisfies Readonly<Record<string, Text>>

/** Throws the `UnreadableInventory` with this reason. */
export const refuse: (why: keyof typeof refusals) => never = (why) => {
  throw new UnreadableInventory(refusals[why])
}

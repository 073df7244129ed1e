import { type HeadMeaning, headMeaning, MEANINGS, type Meaning } from './model.ts'
import { withoutAccents } from './tidy.ts'

const words = (...lists: readonly string[]): readonly string[] => lists.flatMap((list) => list.split(/\s+/).filter((word) => word !== ''))

/**
 * Column names of each meaning in inventories, best first, in the form of `plainName`: Chinese and English,
 * then Spanish, French, German, Korean, Japanese.
 */
const NAMES: Readonly<Record<Exclude<Meaning, HeadMeaning>, readonly string[]>> = {
  key: words(
    'globalid uuid guid objectid assetid assetnumber fid @id id 资产编号 资产编码 唯一标识 编号 编码',
    'identificador codigo idluminaria gid identifiant idfoyer kennung leuchtenid 관리번호 管理番号 資産番号',
  ),
  number: words(
    'facilityid lampid lampnumber lampno lampsn luminaireid fixtureid 灯具编号 路灯编号 灯号 单灯编号 设备编号 编号 编码',
    'numerodeluminaria numluminaria noluminaria nluminaria idluminaria codigoluminaria codluminaria numerolampara puntodeluz codigopunto',
    'numeroluminaire numerodeluminaire noluminaire idluminaire numerofoyer nofoyer idfoyer pointlumineux numeropointlumineux numeropl',
    'leuchtennummer leuchtennr leuchtenid lampennummer lampennr lichtpunkt lichtpunktnummer lichtpunktnr',
    '가로등번호 보안등번호 등번호 조명번호 관리번호 표찰번호 照明番号 街路灯番号 街灯番号 灯具番号 灯番号 管理番号',
    'ref sn serial serialno serialnumber number code codigo numero identifiant nummer nr 번호 番号',
    'polenumber poleid poleno numeroposte noposte nposte idposte matricula numeromat nomat nmat numerosupport nosupport nsupport idsupport mastnummer mastnr 灯杆编号 灯杆号 杆号 등주번호 灯柱番号 柱番号 電柱番号 objectid id 序号 연번 순번',
  ),
  name: words(
    `name lampname title nombre denominacion nom designation libelle bezeichnung
     名称 灯具名称 路灯名称 设备名称 灯名 이름 명칭 가로등명 보안등위치명 설치위치 名前 照明名称 設置場所`,
  ),
  lng: words(
    'lng lon long longitude gpslng gpslon x xcoord xcoordinate coordx pointx 经度 x坐标 东经 easting 东坐标',
    'longitud coordenadax coordonneex laengengrad langengrad geographischelaenge xkoordinate 경도 x좌표 経度',
  ),
  lat: words(
    'lat latitude gpslat ycoord ycoordinate coordy pointy y 纬度 y坐标 北纬 northing 北坐标',
    'latitud coordenaday coordonneey breitengrad geographischebreite ykoordinate 위도 y좌표 緯度',
  ),
  place: words(
    'wkt wkb ewkb thegeom wkbgeometry geom geometry shape point location latlng latlong latlon lnglat coordinates coordinate coords geopoint geopoint2d geoshape gps',
    '坐标 经纬度 位置坐标 地理坐标 gps坐标 位置 coordenadas ubicacion coordonnees geolocalisation koordinaten koordinate 좌표 위경도 座標 緯度経度',
  ),
  post: words(
    'poleid polenumber poleno postid postnumber supportid 灯杆编号 灯杆号 杆号 杆编号 灯杆 poste numeroposte numerodeposte noposte nposte idposte columna apoyo baculo',
    'mat numeromat numerodemat nomat nmat support numerosupport nosupport nsupport idsupport candelabre mast mastnummer mastnr mastid 등주 등주번호 지주번호 전주번호 灯柱番号 柱番号 電柱番号',
  ),
  power: words(
    'lampwattage wattage watts watt power nominalpower ratedpower lamppower light:wattage 功率 额定功率 灯具功率 光源功率 瓦数 总功率 totalpower totalwattage',
    'potencia potinstal potinstalada potenciainstalada potencianominal potencialampara potencialuminaria potenciatotal vatios watios puissance puissancelampe puissancenominale puissancetotale',
    'leistung nennleistung lampenleistung systemleistung gesamtleistung 전력 소비전력 정격전력 용량 램프용량 와트 電力 消費電力 定格電力 容量 ワット数 ワット',
  ),
  lampType: words(
    'light:method lamptype lightsource lightsourcetype sourcetype technology bulbtype 光源 光源类型 灯具类型 灯源 光源种类',
    'tipodelampara tipolampara tipodeluminaria tipoluminaria fuentedeluz fuenteluminosa tecnologia lampara typedelampe typelampe typedesource typesource',
    'sourcelumineuse technologie lampe lampentyp lampenart leuchtmittel leuchtmittelart lichtquelle 광원 광원종류 램프종류 등종류 전등종류 조명종류',
    '光源種別 光源種類 ランプ種別 ランプ種類 灯種 灯具種別 照明種別',
  ),
  count: words(
    'light:count lamp:count lampcount lampscount numlamps numberoflamps nooflamps lampqty quantity qty luminairecount numberofluminaires noofluminaires numluminaires',
    'fixturecount numberoffixtures headcount numberofheads noofheads heads 灯头数 灯头数量 灯具数 灯具数量 灯数 盏数 光源数 光源数量 数量',
    'cantidad ptosluz puntosluz puntosdeluz cantidadporpunto cantidadporposte cantidadporcolumna luminariasporpunto lamparasporpunto cantidaddelamparas cantidaddeluminarias cantidadluminarias numerodelamparas numlamparas numerodeluminarias numluminarias nblampes nombredelampes',
    'nbluminaires nombredeluminaires nbfoyers nombredefoyers anzahl anzahllampen anzahlleuchten leuchtenanzahl lampenanzahl',
    '등수 등개수 램프수 전등수 설치개수 설치대수 설치수량 수량 設置数 灯具数量 台数',
  ),
  height: words(
    'poleheight postheight height mountingheight lampheight 杆高 灯杆高度 高度 安装高度 altura alturaposte alturadelposte alturademontaje alturacolumna',
    'hauteur hauteurmat hauteurdemat hauteurdefeu hauteurfeu hohe hoehe masthohe masthoehe lichtpunkthohe lichtpunkthoehe',
    '높이 등주높이 지주높이 설치높이 高さ 柱高 灯柱高さ ポール高 ポール高さ 設置高さ 取付高さ',
  ),
  cabinet: words(
    'controllerid cabinet cabinetid cabinetno feeder feederid feederpillar switchboard servicepoint',
    '配电箱 控制箱 集中控制器 控制柜 配电柜 箱变 变压器 控制箱编号 配电箱编号 电源点 集控器',
    'cuadro cuadrodemando centrodemando centromando armario tablero armoire armoiredecommande numeroarmoire coffret schaltschrank schaltstelle schaltkasten',
    'schaltschranknr verteiler 분전함 분전반 제어함 점멸기 점멸기번호 분전함번호 分電盤 制御盤 分電盤番号',
  ),
  district: words(
    'district area neighbourhood neighborhood zone suburb ward addr:district addr:suburb 区域 区 片区 辖区 行政区 所属区域 街道 街道办 区县 标段',
    'distrito barrio zona colonia municipio quartier arrondissement secteur commune bezirk stadtbezirk stadtteil ortsteil gemarkung',
    '행정동 법정동 읍면동 자치구 시군구 지역 구역 地区 町名 行政区域 区名',
  ),
  street: words(
    'street streetname road roadname onstreet addr:street 道路名称 道路 路名 所在道路 所属道路 街道名称 路段名称 路段',
    'calle nombrecalle nombrevia via rue nomrue nomvoie voie strasse straße strassenname 도로명 가로명 道路名 路線名',
  ),
  controllerSn: words(
    `controllersn devicesn nodeid controllerserial seriecontrolador numerodeseriecontrolador numeroseriecontroleur steuergeraetnummer
     控制器序列号 单灯控制器 控制器编号 终端编号 单灯控制器编号 제어기번호 단말기번호 制御器番号 端末番号`,
  ),
}
/** Parts of longer names that indicate a meaning with less confidence. */
const PARTS: Readonly<Partial<Record<Meaning, RegExp>>> = {
  lng: /longitude|经度|경도|経度/,
  lat: /latitude|纬度|위도|緯度/,
  place: /经纬度|latlon|lonlat|lnglat|wkt/,
  power: /wattage|功率|瓦数|potencia|puissance|leistung|소비전력|消費電力/,
  lampType: /light ?source|lamp ?type|光源|tipo (?:de )?(?:lampara|luminaria)|type (?:de )?(?:lampe|source)|lampentyp|광원/,
  count:
    /(?:cantidad|numero|luminarias|lamparas|equipos).* por (?:punto|poste|columna|apoyo)|(?:lamp|light|luminaire|fixture|head)s? per (?:pole|post|point|column)|(?:foyers|luminaires|lampes) par (?:point|mat|support)|leuchten (?:je|pro) mast|每杆|单杆灯/,
  height: /(?:pole|post|mounting) ?height|杆高|altura|hauteur|h(?:o|oe)he\b|높이|高さ/,
  cabinet: /配电箱|控制箱|控制柜|集中控制器|箱变|schaltschrank|armoire|cuadro de mando|분전함|分電盤/,
  district: /district|辖区|片区|行政区|distrito|quartier|stadtteil|행정동/,
  street: /street ?name|road ?name|道路名/,
  post: /(?:pole|post) ?(?:id|number|no)\b|灯杆(?:编)?号/,
}

const UNITS = /[\s_-]+(?:(?:en|in)[\s_-]+)?(?:ft|feet|m|met(?:re|er|ro)s?|k?w|watts?|vatios|watios|kilowatts?)$/
/** Normalises a name: removes case, accents, spaces, punctuation and a trailing unit, with or without brackets. */
export const plainName = (name: string): string =>
  withoutAccents(name)
    .replace(/[([【{].*?[)\]】}]\s*$/, '')
    .replace(UNITS, '')
    .replace(/[\s_\-./\\#*°º'’·]+/g, '')

const HEADS = /^(?:(?:lamp|luminaire|head|灯头|光源)([1-4]))?(.+?)([1-4])?$/
/** Strips the lamp number from a column name of a post with several lamps: `WATTAGE2` becomes `WATTAGE`. */
const headOf = (plain: string): { readonly base: string; readonly head: number } => {
  const [, before, base = plain, behind] = HEADS.exec(plain) ?? []
  return { base: before ? `lamp${base}` : base, head: Number(before ?? behind ?? 1) }
}

/** Score of a name for a meaning: 0 for none; the position in the list breaks ties. */
export const rankOf = (meaning: Meaning, name: string): number => {
  const plain = plainName(name)
  const one = headMeaning(meaning)
  if (one) {
    const { base, head } = headOf(plain)
    const known = NAMES[one.of].includes(base) || NAMES[one.of].includes(base.replace(/^lamp/, ''))
    return head === one.head && head > 1 && known ? 1 : 0
  }
  const list = NAMES[meaning as keyof typeof NAMES]
  const at = list.indexOf(plain)
  if (at >= 0) return 1 - at / 1000
  if (meaning === 'power' || meaning === 'lampType') {
    const { base, head } = headOf(plain)
    if (head === 1 && base !== plain && (list.includes(base) || list.includes(base.replace(/^lamp/, '')))) return 0.95
    if (head > 1) return 0
  }
  return PARTS[meaning]?.test(withoutAccents(name)) ? 0.6 : 0
}
/** Number of meanings that the names of a row indicate; used to find the header. */
export const meaningsIn = (names: readonly string[]): number =>
  MEANINGS.filter((meaning) => names.some((name) => name !== '' && rankOf(meaning, name) > 0)).length

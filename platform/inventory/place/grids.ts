import proj4 from 'proj4'
import { isInCountry } from './countries.ts'

/** A national or regional grid of metres. */
export interface Grid {
  /** Its number in the EPSG register. */
  readonly epsg: number
  readonly name: string
  /** ISO 3166 codes of the countries that use it. */
  readonly countries: readonly string[]
  /** Definition for proj4, with the datum shift to WGS-84 of the EPSG register where the datums differ. */
  readonly definition: string
}
const GRS80 = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m'
const grid = (epsg: number, name: string, countries: string, definition: string): Grid => ({
  epsg,
  name,
  countries: countries.split(' '),
  definition,
})
const series = (count: number, make: (at: number) => Grid): readonly Grid[] => Array.from({ length: count }, (_, at) => make(at))
/** Returns the proj4 definition of a transverse Mercator grid with this origin, scale, false easting and false northing. */
const tmerc = (lat: number, lng: number, scale: number, x: number, y: number, figure = GRS80): string =>
  `+proj=tmerc +lat_0=${lat} +lon_0=${lng} +k=${scale} +x_0=${x} +y_0=${y} ${figure}`
const BESSEL_DE = '+ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m'
const BESSEL_AT = '+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232 +units=m'
const BESSEL_KR = '+ellps=bessel +towgs84=-115.8,474.99,674.11,1.16,-2.31,-1.63,6.43 +units=m'
/** Latitude and longitude of the origins of the 19 zones of the Japan Plane Rectangular CS. */
const JAPAN_ORIGINS = [
  [33, 129.5],
  [33, 131],
  [36, 132.1666666667],
  [33, 133.5],
  [36, 134.3333333333],
  [36, 136],
  [36, 137.1666666667],
  [36, 138.5],
  [36, 139.8333333333],
  [40, 140.8333333333],
  [44, 140.25],
  [44, 142.25],
  [44, 144.25],
  [26, 142],
  [26, 127.5],
  [26, 124],
  [26, 131],
  [20, 136],
  [26, 154],
] as const

/** Grids in which cities keep their inventories, from https://epsg.org. UTM zones are derived from their numbers (`utmOf`). */
const NATIONAL_GRIDS: readonly Grid[] = [
  grid(2154, 'RGF93 / Lambert-93', 'FR', `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${GRS80}`),
  ...series(9, (at) =>
    grid(
      3942 + at,
      `RGF93 / CC${42 + at}`,
      'FR',
      `+proj=lcc +lat_0=${42 + at} +lon_0=3 +lat_1=${41.25 + at} +lat_2=${42.75 + at} +x_0=1700000 +y_0=${(at + 1) * 1_000_000 + 200_000} ${GRS80}`,
    ),
  ),
  grid(
    27572,
    'NTF (Paris) / Lambert zone II',
    'FR',
    '+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=2200000 +a=6378249.2 +b=6356515 +towgs84=-168,-60,320,0,0,0,0 +pm=paris +units=m',
  ),
  grid(
    2056,
    'CH1903+ / LV95',
    'CH LI',
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m',
  ),
  grid(
    21781,
    'CH1903 / LV03',
    'CH LI',
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m',
  ),
  grid(
    27700,
    'OSGB36 / British National Grid',
    'GB',
    tmerc(49, -2, 0.9996012717, 400_000, -100_000, '+ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m'),
  ),
  grid(2157, 'IRENET95 / Irish Transverse Mercator', 'IE GB', tmerc(53.5, -8, 0.99982, 600_000, 750_000)),
  grid(
    29903,
    'TM75 / Irish Grid',
    'IE GB',
    tmerc(
      53.5,
      -8,
      1.000035,
      200_000,
      250_000,
      '+a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15 +units=m',
    ),
  ),
  grid(
    28992,
    'Amersfoort / RD New',
    'NL',
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.87740,4.0725 +units=m',
  ),
  grid(
    31370,
    'BD72 / Belgian Lambert 72',
    'BE',
    '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747 +units=m',
  ),
  grid(
    3812,
    'ETRS89 / Belgian Lambert 2008',
    'BE',
    `+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 +lat_2=51.1666666666667 +x_0=649328 +y_0=665262 ${GRS80}`,
  ),
  grid(
    2169,
    'LUREF / Luxembourg TM',
    'LU',
    tmerc(
      49.8333333333333,
      6.16666666666667,
      1,
      80_000,
      100_000,
      '+ellps=intl +towgs84=-189.6806,18.3463,-42.7695,-0.33746,-3.09264,2.53861,0.4598 +units=m',
    ),
  ),
  ...series(4, (at) =>
    grid(31466 + at, `DHDN / Gauss-Krüger zone ${at + 2}`, 'DE', tmerc(0, 6 + 3 * at, 1, (at + 2) * 1_000_000 + 500_000, 0, BESSEL_DE)),
  ),
  grid(
    31287,
    'MGI / Austria Lambert',
    'AT',
    `+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ${BESSEL_AT}`,
  ),
  ...series(3, (at) =>
    grid(
      31254 + at,
      `MGI / Austria GK ${['West', 'Central', 'East'][at]}`,
      'AT',
      tmerc(0, 10.3333333333333 + 3 * at, 1, 0, -5_000_000, BESSEL_AT),
    ),
  ),
  grid(3763, 'ETRS89 / Portugal TM06', 'PT', tmerc(39.6682583333333, -8.13310833333333, 1, 0, 0)),
  grid(2180, 'ETRF2000 / Poland CS92', 'PL', tmerc(0, 19, 0.9993, 500_000, -5_300_000)),
  ...series(4, (at) =>
    grid(2176 + at, `ETRF2000 / Poland CS2000 zone ${at + 5}`, 'PL', tmerc(0, 15 + 3 * at, 0.999923, (at + 5) * 1_000_000 + 500_000, 0)),
  ),
  grid(
    5514,
    'S-JTSK / Krovak East North',
    'CZ SK',
    '+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +towgs84=589,76,480,0,0,0,0 +units=m',
  ),
  grid(
    23700,
    'HD72 / EOV',
    'HU',
    '+proj=somerc +lat_0=47.1443937222222 +lon_0=19.0485717777778 +k_0=0.99993 +x_0=650000 +y_0=200000 +ellps=GRS67 +towgs84=52.17,-71.82,-14.9,0,0,0,0 +units=m',
  ),
  grid(
    3844,
    'Pulkovo 1942(58) / Stereo70',
    'RO',
    '+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +towgs84=33.4,-146.6,-76.3,-0.359,-0.053,0.844,-0.84 +units=m',
  ),
  grid(3765, 'HTRS96 / Croatia TM', 'HR', tmerc(0, 16.5, 0.9999, 500_000, 0)),
  grid(3794, 'Slovenia 1996 / Slovene National Grid', 'SI', tmerc(0, 15, 0.9999, 500_000, -5_000_000)),
  grid(2100, 'GGRS87 / Greek Grid', 'GR', tmerc(0, 24, 0.9996, 500_000, 0, '+ellps=GRS80 +towgs84=-199.87,74.79,246.62,0,0,0,0 +units=m')),
  grid(
    7801,
    'BGS2005 / CCS2005',
    'BG',
    `+proj=lcc +lat_0=42.6678756833333 +lon_0=25.5 +lat_1=42 +lat_2=43.3333333333333 +x_0=500000 +y_0=4725824.3591 ${GRS80}`,
  ),
  grid(3006, 'SWEREF99 TM', 'SE', `+proj=utm +zone=33 ${GRS80}`),
  grid(3067, 'ETRS89 / TM35FIN', 'FI', `+proj=utm +zone=35 ${GRS80}`),
  ...series(13, (at) => grid(3873 + at, `ETRS89 / GK${at + 19}FIN`, 'FI', tmerc(0, 19 + at, 1, (19 + at) * 1_000_000 + 500_000, 0))),
  grid(
    3301,
    'Estonian National Grid',
    'EE',
    `+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 +y_0=6375000 ${GRS80}`,
  ),
  grid(3059, 'LKS92 / Latvia TM', 'LV', tmerc(0, 24, 0.9996, 500_000, -6_000_000)),
  grid(3346, 'LKS94 / Lithuania TM', 'LT', tmerc(0, 24, 0.9998, 500_000, 0)),
  grid(
    2039,
    'Israel 1993 / Israeli TM Grid',
    'IL',
    tmerc(
      31.7343936111111,
      35.2045169444444,
      1.0000067,
      219_529.584,
      626_907.39,
      '+ellps=GRS80 +towgs84=-24.0024,-17.1032,-17.8444,-0.33077,-1.85269,1.66969,5.4248 +units=m',
    ),
  ),
  ...series(4, (at) =>
    grid(
      5185 + at,
      `Korea 2000 / ${['West', 'Central', 'East', 'East Sea'][at]} Belt 2010`,
      'KR',
      tmerc(38, 125 + 2 * at, 1, 200_000, 600_000),
    ),
  ),
  grid(5179, 'Korea 2000 / Unified CS (UTM-K)', 'KR', tmerc(38, 127.5, 0.9996, 1_000_000, 2_000_000)),
  grid(5174, 'Korean 1985 / Modified Central Belt', 'KR', tmerc(38, 127.002890277778, 1, 200_000, 500_000, BESSEL_KR)),
  ...series(19, (at) =>
    grid(
      6669 + at,
      `JGD2011 / Japan Plane Rectangular CS ${at + 1}`,
      'JP',
      tmerc(JAPAN_ORIGINS[at]![0], JAPAN_ORIGINS[at]![1], 0.9999, 0, 0),
    ),
  ),
  ...series(11, (at) =>
    grid(4491 + at, `CGCS2000 / Gauss-Krüger zone ${at + 13}`, 'CN', tmerc(0, 75 + 6 * at, 1, (at + 13) * 1_000_000 + 500_000, 0)),
  ),
  ...series(21, (at) =>
    grid(4513 + at, `CGCS2000 / 3-degree Gauss-Krüger zone ${at + 25}`, 'CN', tmerc(0, 75 + 3 * at, 1, (at + 25) * 1_000_000 + 500_000, 0)),
  ),
  ...series(21, (at) => grid(4534 + at, `CGCS2000 / 3-degree Gauss-Krüger CM ${75 + 3 * at}E`, 'CN', tmerc(0, 75 + 3 * at, 1, 500_000, 0))),
  grid(
    2326,
    'Hong Kong 1980 Grid System',
    'HK',
    tmerc(
      22.3121333333333,
      114.178555555556,
      1,
      836_694.05,
      819_069.8,
      '+ellps=intl +towgs84=-162.619,-276.959,-161.764,-0.067753,2.243648,1.158828,-1.094246 +units=m',
    ),
  ),
  grid(3826, 'TWD97 / TM2 zone 121', 'TW', tmerc(0, 121, 0.9999, 250_000, 0)),
  grid(3414, 'SVY21 / Singapore TM', 'SG', tmerc(1.36666666666667, 103.833333333333, 1, 28_001.642, 38_744.572)),
  ...series(8, (at) => grid(7849 + at, `GDA2020 / MGA zone ${at + 49}`, 'AU', `+proj=utm +zone=${at + 49} +south ${GRS80}`)),
  grid(2193, 'NZGD2000 / New Zealand TM', 'NZ', tmerc(0, 173, 0.9996, 1_600_000, 10_000_000)),
  grid(9377, 'MAGNA-SIRGAS / Origen-Nacional', 'CO', tmerc(4, -73, 0.9992, 5_000_000, 2_000_000)),
  ...series(7, (at) =>
    grid(5343 + at, `POSGAR 2007 / Argentina ${at + 1}`, 'AR', tmerc(-90, -72 + 3 * at, 1, (at + 1) * 1_000_000 + 500_000, 0)),
  ),
]
const BY_CODE = new Map(NATIONAL_GRIDS.map((each) => [each.epsg, each]))

/** First EPSG number of UTM by datum: zone z is that number plus z. */
const UTM_SERIES = [
  { from: 32600, most: 60, name: 'WGS 84', south: '' },
  { from: 32700, most: 60, name: 'WGS 84', south: ' +south' },
  { from: 25800, most: 38, name: 'ETRS89', south: '' },
  { from: 26900, most: 23, name: 'NAD83', south: '' },
  { from: 28300, most: 58, name: 'GDA94', south: ' +south' },
] as const
const utmOf = (epsg: number): Grid | undefined => {
  const family = UTM_SERIES.find(({ from, most }) => epsg > from && epsg <= from + most)
  if (!family) return undefined
  const zone = epsg - family.from
  return grid(epsg, `${family.name} / UTM zone ${zone}${family.south ? 'S' : 'N'}`, '', `+proj=utm +zone=${zone}${family.south} ${GRS80}`)
}

/** Returns the grid with this EPSG number; undefined if the product does not know it. */
export const gridOf = (epsg: number): Grid | undefined => BY_CODE.get(epsg) ?? utmOf(epsg)

const converters = new Map<number, (x: number, y: number) => readonly [lng: number, lat: number] | null>()
const converterOf = (epsg: number) => {
  const known = converters.get(epsg)
  if (known) return known
  const found = gridOf(epsg)
  const projection = found && proj4(found.definition)
  const convert = (x: number, y: number): readonly [number, number] | null => {
    if (!projection) return null
    try {
      const [lng, lat] = projection.inverse([x, y]) as [number, number]
      return Number.isFinite(lng) && Number.isFinite(lat) ? [lng, lat] : null
    } catch {
      return null
    }
  }
  converters.set(epsg, convert)
  return convert
}
/**
 * Converts metres of a grid to WGS-84 degrees; null if the grid is unknown or the numbers are outside it. Datum shifts are accurate to a
 * few metres.
 */
export const fromGrid = (epsg: number, x: number, y: number): readonly [lng: number, lat: number] | null => converterOf(epsg)(x, y)

const ALL_GRIDS: readonly Grid[] = [...NATIONAL_GRIDS, ...[32600, 32700].flatMap((from) => series(60, (at) => utmOf(from + at + 1)!))]
/** A grid that places a pair of numbers in a country that uses the grid, and that place. */
export interface GridFit {
  readonly epsg: number
  readonly name: string
  readonly order: 'lngLat' | 'latLng'
  /** WGS-84. */
  readonly lng: number
  readonly lat: number
}
const ORDERS = ['lngLat', 'latLng'] as const
/** Greatest distance of a place from the central meridian of its grid, m: transverse Mercator and UTM grids cover a strip. */
const STRIP_M = 600_000
const isInStrip = (definition: string, east: number): boolean => {
  const middle = definition.includes('+proj=utm') ? 500_000 : Number(/\+x_0=(-?[\d.]+)/.exec(definition)?.[1] ?? 0)
  return !/\+proj=(?:utm|tmerc)/.test(definition) || Math.abs(east - middle) <= STRIP_M
}
const fitsAt = (x: number, y: number, { epsg, name, definition }: Grid, isThere: (lng: number, lat: number) => boolean): GridFit[] =>
  ORDERS.flatMap((order) => {
    const [east, north] = order === 'lngLat' ? [x, y] : [y, x]
    const place = isInStrip(definition, east) ? fromGrid(epsg, east, north) : null
    return place && isThere(...place) ? [{ epsg, name, order, lng: place[0], lat: place[1] }] : []
  })

/** Returns the grids of a country, including UTM zones, that place the numbers in that country. */
export const fitsInCountry = (x: number, y: number, country: string): readonly GridFit[] =>
  ALL_GRIDS.filter(({ countries, name }) => countries.includes(country) || name.startsWith('WGS 84 / UTM')).flatMap((each) =>
    fitsAt(x, y, each, (lng, lat) => isInCountry(country, lng, lat)),
  )
/** Returns the national grids that place the numbers in a country that uses the grid. */
export const fitsAnywhere = (x: number, y: number): readonly GridFit[] =>
  NATIONAL_GRIDS.flatMap((each) => fitsAt(x, y, each, (lng, lat) => each.countries.some((country) => isInCountry(country, lng, lat))))

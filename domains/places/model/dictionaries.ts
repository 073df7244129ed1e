import { defineDictionaries } from '@lamplight/kit'

/** Dictionaries of wire contract 4.4, decisions.md A43 and A44. */
export const placesDictionaries = defineDictionaries([
  {
    code: 'region',
    name: ['行政区划级别', 'Level of region'],
    entries: [
      ['0', '国家', 'Country'],
      ['1', '省份/直辖市', 'Province'],
      ['2', '地市', 'City'],
      ['3', '区县', 'District'],
      ['4', '乡镇', 'Town'],
      ['5', '村委', 'Village'],
    ],
  },
])

const BLANK =
  /^(?:-+|—+|–|\/|\.|n\/?a|null|<null>|none|nil|unknown|undefined|无|暂无|空|不详|未知|没有|desconocido|s\/d|inconnu|unbekannt|k\.?a\.?|없음|미상|不明|なし)$/i
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Cleans a cell: removes control characters; returns an empty text for words that mean "none". */
export const tidy = (cell: string): string => {
  const text = cell.replace(CONTROL, ' ').trim()
  return BLANK.test(text) ? '' : text
}

/** Removes accents and converts to lower case. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()

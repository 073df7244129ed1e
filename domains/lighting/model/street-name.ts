/** Longest stored name of a street, characters. */
export const STREET_NAME_MOST = 80

/** Number of a post or lamp at the end of its name, with the words around it: `001`, `-12`, ` 12 号灯杆`, `No. 5`, `#7`. */
const NUMBER_AT_END =
  /[\s\-_#·.,，]*(?:no\.?|nr\.?|n[º°]|第)?[\s\-_#]*[a-z]?\d[\d\-_/]*\s*[a-z]?(?:\s*(?:号|根|盏|#))?\s*(?:路灯|灯杆|单灯|灯|杆|箱|柜)?$/iu
const SIDE_AT_END = /[\s（(]*(?:[东西南北左右]+(?:侧|边|面|段)?|中段)[)）]?$/u
const NUMBER_AT_START = /^\d+[a-z]?\s+/iu
/** Endings that identify the name of a street. */
const ENDINGS =
  /(?:路|街|大道|道|巷|弄|胡同|里弄|高架|隧道|桥|公路|高速|环线|广场|通り|로|길|straße|strasse|str\.|weg|allee|platz|\b(?:road|rd|street|st|avenue|ave|boulevard|blvd|lane|ln|drive|dr|way|court|ct|place|pl|highway|hwy|terrace|parkway|pkwy|crescent|square|sq|close|alley|bridge|row|walk|quay)\.?)$/iu
const BEGINNINGS = /^(?:calle|avenida|avda?\.?|paseo|plaza|carrer|rue|boulevard|chemin|quai|via|viale|corso|rua|travessa)\s+\p{L}/iu
const HAN_LEAST = 2

const tidied = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim()

/** Returns the stored form of a street name: normalised width and spaces, at most `STREET_NAME_MOST` characters; null if nothing is left. */
export const streetName = (text: string | null | undefined): string | null => {
  const name = tidied(text ?? '')
    .slice(0, STREET_NAME_MOST)
    .trim()
  return name === '' ? null : name
}

/** Returns the street in the name of a post or lamp: `望江路001` gives 望江路, `Main St 12` gives Main St. Null if the name does not end in a street. */
export const streetIn = (name: string | null | undefined): string | null => {
  const last =
    tidied(name ?? '')
      .split(/[/|@&;]/u)
      .findLast((part) => part.trim() !== '')
      ?.trim() ?? ''
  const bare = last.replace(NUMBER_AT_END, '').replace(SIDE_AT_END, '').replace(NUMBER_AT_END, '').replace(NUMBER_AT_START, '').trim()
  if ([...bare].length < HAN_LEAST || !(ENDINGS.test(bare) || BEGINNINGS.test(bare))) return null
  return streetName(bare)
}

export { BOM, csvLine } from '@lamplight/kit'

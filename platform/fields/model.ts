import type { Field } from '@lamplight/kit'
import { choice, choiceModel, state } from './choice/model.ts'
import { dict, dictModel } from './dict/model.ts'
import { file, fileModel } from './file/model.ts'
import { flag, flagModel } from './flag/model.ts'
import { geo, geoModel } from './geo/model.ts'
import { int, intModel } from './int/model.ts'
import { items, itemsModel } from './items/model.ts'
import { number, numberModel } from './number/model.ts'
import { ref, refModel } from './ref/model.ts'
import { refs, refsModel } from './refs/model.ts'
import { secret, secretModel } from './secret/model.ts'
import { terms, termsModel } from './terms/model.ts'
import { text, textModel, word } from './text/model.ts'
import { time, timeModel } from './time/model.ts'
import type { FieldModel } from './type.ts'

/** Makes fields: `f.text({ label: ['名称', 'Name'], required: true })`. */
export const f = { text, secret, int, number, flag, choice, state, dict, ref, refs, geo, time, items, file, terms, word }

const models: Readonly<Record<string, { readonly kind: string }>> = {
  text: textModel,
  secret: secretModel,
  int: intModel,
  number: numberModel,
  flag: flagModel,
  choice: choiceModel,
  dict: dictModel,
  ref: refModel,
  refs: refsModel,
  geo: geoModel,
  time: timeModel,
  items: itemsModel((field) => modelOf(field)),
  file: fileModel,
  terms: termsModel,
}

/** Returns the model of a field's type. */
export const modelOf = (field: Field): FieldModel<unknown> => {
  const model = models[field.kind]
  if (!model) throw new Error(`no field type ${field.kind}`)
  return model as unknown as FieldModel<unknown>
}

export type { ChoiceOptions } from './choice/model.ts'
export type { DictOptions } from './dict/model.ts'
export { bytesAtMost, type FileOptions, type FileValue, linkOf } from './file/model.ts'
export type { FlagOptions } from './flag/model.ts'
export type { GeoPoint } from './geo/model.ts'
export type { NumberOptions } from './int/model.ts'
export type { ItemsOptions } from './items/model.ts'
export type { DecimalOptions } from './number/model.ts'
export { isId, type RefOptions, titleName } from './ref/model.ts'
export { type TermsOptions, termWords } from './terms/model.ts'
export type { TextOptions } from './text/model.ts'
export { NOT_AHEAD, type TimeOptions } from './time/model.ts'
export { declaredAs, type FieldModel, isEmpty, isWanted, type Schema, wanted, wrongForm } from './type.ts'
export type { WireFields, WireFile, WireRow } from './wire-row.ts'

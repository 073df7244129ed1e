import type { Text } from '@lamplight/kit'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL of the word for the dictionary key in `column`, from the platform's dictionaries. */
export const wordOf = (dictionary: string, column: string): string =>
  `(select d.dict_value from system_dict d where d.tenant_id = '000000' and d.code = ${quoted(dictionary)} and d.dict_key = ${column}::text
     and d.parent_id is not null and not d.is_deleted order by d.sort limit 1)`

/** SQL of the Chinese word for the choice in `column`. */
export const choiceWord = (values: Readonly<Record<string, Text>>, column: string): string =>
  `case ${column} ${Object.entries(values)
    .map(([value, [zh]]) => `when ${Number(value)} then ${quoted(zh)}`)
    .join(' ')} end`

const CITY = 2
const POLES = 3

/**
 * SQL condition: the project id `column` is of the system `value` (SQL; decisions.md A14). 2 is city lighting, which means every row outside
 * projects of smart poles; any other value is a project type.
 */
export const inSystem = (column: string, value: string): string =>
  `coalesce(${column} = any(array(select p.id from places_projects p where p.type = case ${value}::int when ${CITY} then ${POLES} else ${value}::int end)), false) <> (${value}::int = ${CITY})`

/**
 * Filters of a list by the type of its rows' projects. `projectType`: rows of projects of this type (200: solar). `systemType`: `inSystem`.
 */
export const projectTypeFilter = {
  projectType: { sql: 't.project_id = any(array(select p.id from places_projects p where p.type = $::int))', type: 'int', ofProject: true },
  systemType: {
    sql: inSystem('t.project_id', '$'),
    type: 'int',
    ofProject: true,
  },
} as const

const CITY = 2
const POLES = 3

/**
 * Filters of a list by the type of its rows' projects. `projectType`: rows of projects of this type (200: solar). `systemType`
 * (decisions.md A14): 2 is city lighting, which means every row outside projects of smart poles; any other value is a project type.
 */
export const projectTypeFilter = {
  projectType: { sql: 't.project_id = any(array(select p.id from places_projects p where p.type = $::int))', type: 'int', ofProject: true },
  systemType: {
    sql: `coalesce(t.project_id = any(array(select p.id from places_projects p where p.type = case $::int when ${CITY} then ${POLES} else $::int end)), false) <> ($::int = ${CITY})`,
    type: 'int',
    ofProject: true,
  },
} as const

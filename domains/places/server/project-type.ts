/** Filter of a list by the type of its rows' projects: the systems of the console show the devices of their own projects (type 200: solar). */
export const projectTypeFilter = {
  projectType: { sql: 't.project_id = any(array(select p.id from places_projects p where p.type = $::int))', type: 'int', ofProject: true },
} as const

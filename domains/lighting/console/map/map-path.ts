/** Address of the city map; `?lamp=`, `?street=`, `?area=`, `?group=`, `?batch=`, `?gateway=`, `?post=` and `?device=` select what it shows. */
export const MAP_PATH = '/city/map/index'

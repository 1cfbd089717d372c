/** The maximum number of records that one call changes or exports by their ids. */
export const maxSelected = 500

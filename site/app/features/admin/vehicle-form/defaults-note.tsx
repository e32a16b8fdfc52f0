/** A new vehicle's lists start with default values that the admin has not entered. */
export const DefaultsNote = () => (
  <p className="mb-4 border-brass border-l-2 pl-3 text-quiet text-sm">
    Example values. Edit or remove any that don’t apply; the rest will be saved.
  </p>
)

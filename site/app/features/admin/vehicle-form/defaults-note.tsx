/** A new vehicle's lists are not empty, and nobody entered what stands there. */
export const DefaultsNote = () => (
  <p className="mb-4 border-brass border-l-2 pl-3 text-quiet text-sm">
    These are defaults to check: change or remove what this vehicle does not have. What stays is saved.
  </p>
)

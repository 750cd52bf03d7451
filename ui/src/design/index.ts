/**
 * The primitives of the design. Pure components: no effects, no state, no texts of their own, safe to render on the
 * server. No `style` attribute anywhere (the content security policy forbids it): vary with props and classes.
 *
 *   Section       ground page|paper|sunk|tartan|butter|sky|pine|deep, size md|sm|none, labelledBy, id: a band with .wrap
 *   Panel         ground, big: block with the round corner
 *   PageHead      ground, lines, lead, aside, before: head of an inner page with the h1
 *   StretchTitle  lines [{text, width: tight|snug|norm|wide}], as h1|h2|h3|p|b, look hero|page|1|none, id
 *   Button        look solid|line, small, block, icon, busy, busyLabel + attributes of <button> (type is "button")
 *   ButtonLink    look, small, block, icon (arrow) + attributes of <a>        IconButton  icon, label + <button>
 *   TextLink      icon (after), lead (before) + attributes of <a>
 *   Tag           look hot|ink|butter|edge|ok|bad, icon
 *   Icon          name, go      Mark      Spinner text, inline      Skeleton as line|short|title|art   SkeletonCard label
 *   Dial          n, lit, radius, len, max, width, unlitWidth, hot, label; children are drawn in the middle
 *   MinuteDial  label: the hero dial, 30 of 60 lit
 *   Ruler         n, lit, width, height, stroke, min, grow, power, marks [{at, plan}], lift, hot, label
 *   MonthRuler    label, checkIn, plan, planKey, chat, firstDay, lastDay
 *   TickBar       lit, n (60)      Tally  ticks [{on, tall %, className}] or n + lit, size s|l, look hot|ok, label
 *   WeekGrid      label, days, hours, pin      DayTicks: one row of it
 *   Drawing       label + attributes of <svg>: an own drawing of round strokes
 *   Figure        name runner|press|squat|call|bowl|bust|watch|five, viewBox, label
 *   Plate         figure, tone butter|tartan|sky|pine      Avatar tone butter|sky|tartan
 *   PhotoSlot     shape round|lane, figure, disc butter|sky, photo, ringLabel, bleed      GuideCover lines, brand, label, size
 *   Notice        tone good|bad|info, title, children, actions, alert, status, focusable, icon, ref
 *   Field         id, label, hint, error, children      FieldError id
 *   Input         Field + icon, reveal {label, shown, toggle} + attributes of <input>
 *   Textarea      Field + counter + attributes of <textarea>
 *   CodeInput     legend, cell(place), name, describedBy, invalid, cellProps(index)
 *   Chips         legend, name, chips [{value, label, count}], value, onChange, showLegend
 *   Switch        label, text, locked + attributes of <input>
 *   Accordion     items [{id, question, answer, open}], name      Dialog  ref, id, title, actions, onClose
 *   ConfirmDialog ref, id, title, icon, isBad, confirm, cancel, onConfirm; children are the consequence
 *   Tiles         tiles [{id, label, value, unit}], small, columns 3|4
 *   KeyValueRows  rows [{id, icon, name, note, action}], tight      Rows layout c2|c3|a3, rows [{id, cells}], ordered
 *   ProsList      no, items
 *
 * Classes for layout: wrap, grid, stack, row, split (rev, even), st-grid (c2, c3), measure, facts/fact, quote, tbl (cards),
 * crumbs, tabs, empty, art/toc/prose, key. Utilities (utilities.css): gap-tight|1…7, mt-|mb-|mx 0…9, pt-0, pb-*, mw-12…46 (rem),
 * items-start|center|end, between, nowrap, grow, self-start, fg, fg-3, strong, rule-top, rule-bottom, sans, block, right.
 */
export { Accordion } from './accordion.tsx';
export { Button, ButtonLink, IconButton, TextLink } from './button.tsx';
export { type Chip, Chips } from './chips.tsx';
export { classes } from './classes.ts';
export { CodeInput } from './code-input.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { Dial } from './dial.tsx';
export { DialTicks } from './dial-ticks.tsx';
export { Dialog } from './dialog.tsx';
export { Drawing } from './drawing.tsx';
export { Field, FieldError, Input, Textarea } from './field.tsx';
export { Avatar, Figure, type FigureName, FigureParts, Plate } from './figure.tsx';
export { GuideCover } from './guide-cover.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Lines } from './lines.tsx';
export { Mark } from './mark.tsx';
export { MinuteDial } from './minute-dial.tsx';
export { MonthRuler } from './month-ruler.tsx';
export { Notice } from './notice.tsx';
export { PageHead } from './page-head.tsx';
export { type Photo, PhotoSlot } from './photo-slot.tsx';
export { RichText } from './rich-text.tsx';
export { KeyValueRows, ProsList, Rows, Tiles } from './rows.tsx';
export { Ruler, type RulerMark, TickBar } from './ruler.tsx';
export { type Ground, Panel, Section } from './section.tsx';
export { Skeleton, SkeletonCard, Spinner } from './spinner.tsx';
export { StretchTitle, type TitleLine, Words } from './stretch-title.tsx';
export { Switch } from './switch.tsx';
export { Tag } from './tag.tsx';
export { risingTicks, Tally, type TallyTick } from './tally.tsx';
export { indices, uprights } from './ticks.ts';
export { useFocusHeir } from './use-focus-heir.ts';
export { DayTicks, WeekGrid } from './week-grid.tsx';

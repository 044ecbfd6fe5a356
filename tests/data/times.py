#!/usr/bin/env python3
"""Writes times.tsv: what each expression of time means, said on Monday, 26 October 2026, 09:15 in Madrid, the day after the
clocks went back. Reckoned with Python's own zone data, so that the product's is checked by another's.

    python3 tests/data/times.py >tests/data/times.tsv
"""
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MADRID = ZoneInfo("Europe/Madrid")
SAID = datetime(2026, 10, 26, 9, 15, tzinfo=MADRID)
T = SAID.date()
rows = []


def local(d, h=0, m=0, s=0):
    return int(datetime.combine(d, time(h, m, s), MADRID).timestamp())


NOW = int(SAID.timestamp())


def add(kind, begin, end, en, es, de, *more):
    rows.append((kind, begin, end, *(list(more) + [0, "none", 0, -1][len(more):]), en, es, de))


def days(a, b, *texts, kind="span"):
    add(kind, local(a), local(b), *texts)


def day(d, *texts):
    days(d, d + timedelta(1), *texts)


def hours(d, a, b, *texts):
    add("span", local(d, a), local(d, b) if b < 24 else local(d + timedelta(1), b - 24), *texts)


def at(d, h, m, *texts):
    add("span", local(d, h, m), local(d, h, m) + 60, *texts)


def month(y, m, *texts):
    days(date(y, m, 1), date(y + m // 12, m % 12 + 1, 1), *texts)


def ago(n):
    return T - timedelta(n)


# absolute
day(date(2023, 5, 7), "on 7 May 2023", "el 7 de mayo de 2023", "am 7. Mai 2023")
day(date(2023, 5, 7), "May 7th, 2023", "7 mayo 2023", "7.5.2023")
day(date(2024, 2, 29), "29 February 2024", "29 de febrero de 2024", "29. Februar 2024")
day(date(2026, 9, 6), "2026-09-06", "2026-09-06", "2026-09-06")
day(date(2026, 9, 6), "6/9/2026", "06/09/2026", "06.09.2026")
day(date(2025, 12, 31), "December 31, 2025", "31 de diciembre del 2025", "31. Dezember 2025")
day(date(2026, 3, 29), "the 29th of March 2026", "el 29 de marzo de 2026", "den 29. März 2026")
day(date(2026, 10, 1), "October 1", "el 1 de octubre", "am 1. Oktober")
day(date(2025, 11, 3), "3 November", "el 3 de noviembre", "am 3. November")
day(date(2024, 2, 29), "29 February", "el 29 de febrero", "am 29. Februar")
day(date(2026, 10, 26), "26 October", "26 de octubre", "26.10.")
day(date(2026, 1, 15), "January 15th", "15 de enero", "15.1.")
month(2023, 5, "in May 2023", "en mayo de 2023", "im Mai 2023")
month(2026, 5, "in May", "en mayo", "im Mai")
month(2025, 12, "in December", "en diciembre", "im Dezember")
month(2026, 10, "in October", "en octubre", "im Oktober")
month(2026, 3, "in March", "en marzo", "im März")
month(2024, 7, "2024-07", "2024-07", "2024-07")
month(2026, 12, "next December", "el próximo diciembre", "nächsten Dezember")
month(2026, 5, "last May", "mayo pasado", "letzten Mai")
days(date(2025, 1, 1), date(2026, 1, 1), "in 2025", "en 2025", "im Jahr 2025")
days(date(2019, 1, 1), date(2020, 1, 1), "2019", "en el año 2019", "2019")
days(date(2025, 7, 1), date(2025, 10, 1), "Q3 2025", "T3 2025", "Q3 2025")
days(date(2025, 7, 1), date(2025, 10, 1), "the third quarter of 2025", "el tercer trimestre de 2025", "das dritte Quartal 2025")
days(date(2026, 4, 1), date(2026, 7, 1), "Q2", "T2", "Q2")
days(date(2025, 10, 1), date(2026, 1, 1), "the fourth quarter of 2025", "cuarto trimestre del 2025", "im vierten Quartal 2025")
days(date(2026, 8, 31), date(2026, 9, 7), "week 36", "semana 36", "KW 36")
days(date(2020, 12, 28), date(2021, 1, 4), "week 53 of 2020", "semana 53 de 2020", "KW 53 2020")
days(date(2026, 5, 1), date(2026, 5, 11), "early May", "a principios de mayo", "Anfang Mai")
days(date(2026, 5, 11), date(2026, 5, 21), "mid May", "a mediados de mayo", "Mitte Mai")
days(date(2026, 2, 21), date(2026, 3, 1), "at the end of February", "a finales de febrero", "Ende Februar")
days(date(2025, 9, 1), date(2026, 1, 1), "late 2025", "a finales de 2025", "Ende 2025")
add("span", 1788681600, 1788681660, *["2026-09-06T10:00:00+02:00"] * 3)
add("span", 1788688800, 1788688860, *["2026-09-06T10:00Z"] * 3)
add("span", 1788681600, 1788681660, *["2026-09-06 10:00"] * 3)
at(date(2026, 5, 7), 10, 30, "7 May at 10:30", "el 7 de mayo a las 10:30", "am 7. Mai um 10:30 Uhr")
# relative days
day(T, "today", "hoy", "heute")
day(ago(1), "yesterday", "ayer", "gestern")
day(ago(2), "the day before yesterday", "anteayer", "vorgestern")
day(ago(-1), "tomorrow", "mañana", "morgen")
day(ago(-2), "the day after tomorrow", "pasado mañana", "übermorgen")
hours(T, 6, 12, "this morning", "esta mañana", "heute Morgen")
hours(T, 12, 18, "this afternoon", "esta tarde", "heute Nachmittag")
hours(T, 20, 30, "tonight", "esta noche", "heute Nacht")
hours(ago(1), 20, 30, "last night", "anoche", "gestern Nacht")
hours(ago(1), 6, 12, "yesterday morning", "ayer por la mañana", "gestern früh")
hours(ago(1), 12, 18, "yesterday afternoon", "ayer por la tarde", "gestern Nachmittag")
hours(ago(-1), 6, 12, "tomorrow morning", "mañana por la mañana", "morgen früh")
at(ago(1), 10, 30, "yesterday at 10:30", "ayer a las 10:30", "gestern um 10:30 Uhr")
at(ago(1), 15, 0, "yesterday at 3 pm", "ayer a las 15 h", "gestern um 15 Uhr")
at(T, 8, 5, "today at 8:05", "hoy a las 8:05", "heute um 8:05")
# ago and ahead
day(ago(3), "three days ago", "hace tres días", "vor drei Tagen")
day(ago(1), "1 day ago", "hace 1 día", "vor 1 Tag")
day(ago(14), "2 weeks ago", "hace 2 semanas", "vor 2 Wochen")
day(ago(7), "a week ago", "hace una semana", "vor einer Woche")
month(2026, 8, "two months ago", "hace dos meses", "vor zwei Monaten")
month(2026, 9, "a month ago", "hace un mes", "vor einem Monat")
days(date(2023, 1, 1), date(2024, 1, 1), "3 years ago", "hace 3 años", "vor 3 Jahren")
days(date(2026, 4, 1), date(2026, 7, 1), "2 quarters ago", "hace 2 trimestres", "vor 2 Quartalen")
add("span", NOW - 7200, NOW - 3600, "two hours ago", "hace dos horas", "vor zwei Stunden")
add("span", NOW - 172800 - 0, NOW - 172800 + 3600, "48 hours ago", "hace 48 horas", "vor 48 Stunden")
add("span", NOW - 1200, NOW - 1140, "20 minutes ago", "hace 20 minutos", "vor 20 Minuten")
add("span", NOW - 30, NOW - 29, "30 seconds ago", "hace 30 segundos", "vor 30 Sekunden")
day(ago(-4), "in four days", "dentro de cuatro días", "in vier Tagen")
day(ago(-7), "in a week", "en una semana", "in einer Woche")
add("span", NOW + 18000, NOW + 21600, "in 5 hours", "en 5 horas", "in 5 Stunden")
month(2027, 1, "in three months", "dentro de tres meses", "in drei Monaten")
# this, last, next
days(date(2026, 10, 19), date(2026, 10, 26), "last week", "la semana pasada", "letzte Woche")
days(date(2026, 10, 19), date(2026, 10, 26), "the previous week", "la pasada semana", "vorige Woche")
days(date(2026, 10, 26), date(2026, 11, 2), "this week", "esta semana", "diese Woche")
days(date(2026, 11, 2), date(2026, 11, 9), "next week", "la semana que viene", "nächste Woche")
days(date(2026, 11, 2), date(2026, 11, 9), "the coming week", "la próxima semana", "kommende Woche")
days(date(2026, 10, 12), date(2026, 10, 19), "the week before last", "la semana antepasada", "vorletzte Woche")
month(2026, 9, "last month", "el mes pasado", "letzten Monat")
month(2026, 10, "this month", "este mes", "diesen Monat")
month(2026, 11, "next month", "el próximo mes", "nächsten Monat")
days(date(2026, 7, 1), date(2026, 10, 1), "last quarter", "el trimestre pasado", "letztes Quartal")
days(date(2026, 10, 1), date(2027, 1, 1), "this quarter", "este trimestre", "dieses Quartal")
days(date(2025, 1, 1), date(2026, 1, 1), "last year", "el año pasado", "letztes Jahr")
days(date(2026, 1, 1), date(2027, 1, 1), "this year", "este año", "dieses Jahr")
days(date(2027, 1, 1), date(2028, 1, 1), "next year", "el año que viene", "nächstes Jahr")
days(date(2026, 10, 24), date(2026, 10, 26), "last weekend", "el fin de semana pasado", "letztes Wochenende")
days(date(2026, 10, 31), date(2026, 11, 2), "this weekend", "este fin de semana", "dieses Wochenende")
add("span", local(ago(3), 9, 15), NOW, "in the last 3 days", "en los últimos 3 días", "in den letzten 3 Tagen")
add("span", local(ago(14), 9, 15), NOW, "the past two weeks", "las últimas dos semanas", "die letzten zwei Wochen")
add("span", local(date(2026, 4, 26), 9, 15), NOW, "the last six months", "los últimos seis meses", "die vergangenen sechs Monate")
add("span", NOW - 86400, NOW, "the last 24 hours", "las últimas 24 horas", "die letzten 24 Stunden")
add("span", NOW, local(ago(-5), 9, 15), "the next 5 days", "los próximos 5 días", "die nächsten 5 Tage")
# weekdays
day(date(2026, 10, 26), "on Monday", "el lunes", "am Montag")
day(date(2026, 10, 25), "on Sunday", "el domingo", "am Sonntag")
day(date(2026, 10, 21), "Wednesday", "miércoles", "Mittwoch")
day(date(2026, 10, 19), "last Monday", "el lunes pasado", "letzten Montag")
day(date(2026, 10, 23), "last Friday", "el viernes pasado", "vergangenen Freitag")
day(date(2026, 11, 2), "next Monday", "el próximo lunes", "nächsten Montag")
day(date(2026, 10, 30), "next Friday", "el viernes que viene", "kommenden Freitag")
day(date(2026, 10, 30), "this Friday", "este viernes", "diesen Freitag")
day(date(2023, 5, 8), "Monday, 8 May 2023", "lunes, 8 de mayo de 2023", "Montag, 8. Mai 2023")
hours(date(2026, 10, 22), 12, 18, "Thursday afternoon", "el jueves por la tarde", "Donnerstagnachmittag")
hours(date(2026, 10, 24), 20, 30, "Saturday night", "el sábado por la noche", "Samstagnacht")
at(date(2026, 10, 23), 9, 0, "on Friday at 9:00", "el viernes a las 9:00", "am Freitag um 9 Uhr")
at(date(2026, 10, 25), 2, 30, "Sunday at 2:30", "el domingo a las 2:30", "Sonntag um 2:30")
# ranges
days(date(2026, 6, 1), date(2026, 9, 1), "between June and August", "entre junio y agosto", "zwischen Juni und August")
days(date(2023, 5, 3), date(2023, 5, 8), "from 3 May 2023 to 7 May 2023", "del 3 de mayo de 2023 al 7 de mayo de 2023",
     "vom 3. Mai 2023 bis zum 7. Mai 2023")
days(date(2026, 10, 19), date(2026, 10, 24), "from last Monday to Friday", "desde el lunes pasado hasta el viernes",
     "von letztem Montag bis Freitag")
days(date(2024, 1, 1), date(2026, 1, 1), "between 2024 and 2025", "entre 2024 y 2025", "zwischen 2024 und 2025")
days(date(2026, 9, 1), date(2026, 9, 16), "from 2026-09-01 until 2026-09-15", "desde 2026-09-01 hasta 2026-09-15",
     "von 2026-09-01 bis 2026-09-15")
days(ago(2), T, "between the day before yesterday and yesterday", "entre anteayer y ayer", "zwischen vorgestern und gestern")
# since, until, before, after
add("since", local(date(2026, 5, 1)), NOW, "since May", "desde mayo", "seit Mai")
add("since", local(ago(1)), NOW, "since yesterday", "desde ayer", "seit gestern")
add("since", local(ago(3), 9, 15), NOW, "since 3 days", "desde hace 3 días", "seit 3 Tagen")
add("since", local(date(2026, 10, 19)), NOW, "since last week", "desde la semana pasada", "seit letzter Woche")
add("since", local(date(2024, 1, 1)), NOW, "since 2024", "desde 2024", "seit 2024")
add("since", local(date(2026, 10, 20)), NOW, "since Tuesday", "desde el martes", "seit Dienstag")
add("until", "-", local(date(2026, 10, 31)), "until Friday", "hasta el viernes", "bis Freitag")
add("until", "-", local(date(2027, 6, 1)), "until May", "hasta mayo", "bis Mai")
add("until", "-", local(date(2026, 12, 25)), "until 24 December", "hasta el 24 de diciembre", "bis zum 24. Dezember")
add("until", "-", local(date(2026, 5, 1)), "before May", "antes de mayo", "vor Mai")
add("until", "-", local(ago(1)), "before yesterday", "antes del 25 de octubre", "vor gestern")
add("after", local(date(2025, 1, 1)), "-", "after 2024", "después de 2024", "nach 2024")
add("after", local(date(2026, 9, 7)), "-", "after 6 September", "después del 6 de septiembre", "nach dem 6. September")
# durations and recurring
add("duration", "-", "-", "for three days", "durante tres días", "drei Tage lang", 3, "day")
add("duration", "-", "-", "for 2 hours", "durante 2 horas", "2 Stunden lang", 2, "hour")
add("duration", "-", "-", "for six months", "durante seis meses", "sechs Monate lang", 6, "month")
add("duration", "-", "-", "for a week", "durante una semana", "eine Woche lang", 1, "week")
add("recurring", "-", "-", "every day", "cada día", "jeden Tag", 1, "day")
add("recurring", "-", "-", "every week", "todas las semanas", "jede Woche", 1, "week")
add("recurring", "-", "-", "every 3 hours", "cada 3 horas", "alle 3 Stunden", 3, "hour")
add("recurring", "-", "-", "every two weeks", "cada dos semanas", "alle zwei Wochen", 2, "week")
add("recurring", "-", "-", "every Monday", "cada lunes", "jeden Montag", 1, "week", 1)
add("recurring", "-", "-", "on Sundays", "todos los domingos", "sonntags", 1, "week", 7)
add("recurring", "-", "-", "daily at 10:00", "diariamente a las 10:00", "täglich um 10 Uhr", 1, "day", 0, 36000)
add("recurring", "-", "-", "every Friday at 18:30", "todos los viernes a las 18:30", "jeden Freitag um 18:30 Uhr", 1, "week", 5,
    66600)
add("recurring", "-", "-", "monthly", "mensualmente", "monatlich", 1, "month")
add("recurring", "-", "-", "yearly", "anualmente", "jährlich", 1, "year")

assert len({row[7] for row in rows}) >= 120 and len({row[8] for row in rows}) >= 120 and len({row[9] for row in rows}) >= 120
print("# kind, from, until (seconds since 1970, half-open), count, unit, weekday, second of day, en, es, de; by times.py")
for row in rows:
    print(*row, sep="\t")
